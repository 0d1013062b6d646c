import { expect, test } from 'vitest'
import type { RealmAgent, RealmDetail } from '../../../../shared/realms/realms.ts'
import { inOrder, mayDismiss, membershipIn } from './membership.ts'

const realm = { createdBy: 'ada', participants: ['ada', 'bob'] } as RealmDetail
const agent = { invitedBy: 'bob', owner: 'dan' } as RealmAgent

test('who has no session is nothing in a realm, however it was made', () => {
  for (const viewer of [null, undefined])
    expect(membershipIn({ realm, muted: false }, viewer)).toEqual({
      wallet: undefined,
      creator: false,
      participant: false,
      muted: false,
    })
})

test('a creator who left the participants stays the creator', () => {
  const left = { ...realm, participants: ['bob'] }
  expect(membershipIn({ realm: left, muted: false }, 'ada')).toMatchObject({
    creator: true,
    participant: false,
  })
})

test('an agent is sent away by who invited it, by its owner and by the creator', () => {
  const may = (viewer: string | null) => mayDismiss(membershipIn({ realm, muted: false }, viewer), agent)
  expect(['ada', 'bob', 'dan', 'cyd', null].map(may)).toEqual([true, true, true, false, false])
})

test('the reader stands first and the creator second, each once, and nobody who is not there', () => {
  expect(inOrder(['x', 'ada', 'bob'], 'bob', 'ada')).toEqual(['bob', 'ada', 'x'])
  expect(inOrder(['x', 'ada'], 'ada', 'ada')).toEqual(['ada', 'x'])
  expect(inOrder(['x', 'y'], undefined, 'ada')).toEqual(['x', 'y'])
  expect(inOrder(['x'], 'bob', 'ada')).toEqual(['x'])
})
