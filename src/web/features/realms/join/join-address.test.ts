import { expect, test } from 'vitest'
import { invitation, readFinder, readInvited, readTyped, writeTyped } from './join-address.ts'

const id = '5f0c6f1e-8a4b-4c6d-9e2f-0a1b2c3d4e5f'

test.each([
  [`?realm=${id}`, id],
  [`?realm=%20${id.toUpperCase()}%20`, id],
  ['?realm=nowhere', null],
  [`?realm=/realm/${id}`, null],
  ['?realm=', undefined],
  ['?query=realm', undefined],
  ['', undefined],
])('%s invites to %s', (address, invited) => {
  expect(readInvited(new URLSearchParams(address))).toBe(invited)
})

test('typing leaves the realm that is shown alone', () => {
  const address = writeTyped(new URLSearchParams(`?realm=${id}&query=old`), ' 50%_\\ & more ')
  expect(readInvited(address)).toBe(id)
  expect(readTyped(address)).toBe('50%_\\ & more')
  expect(writeTyped(address, '  ').toString()).toBe(`realm=${id}`)
})

test('an invitation keeps a search beside the realm, and no link', () => {
  const shown = (typed: string) => {
    const address = new URLSearchParams(`?${new URLSearchParams({ query: typed })}`)
    return new URL(invitation(id, readFinder(address)), 'https://bionic.example').search
  }
  expect(shown('the atrium')).toBe(`?realm=${id}&query=the+atrium`)
  for (const typed of ['', id, `https://bionic.example/realm/${id}`])
    expect(shown(typed)).toBe(`?realm=${id}`)
})
