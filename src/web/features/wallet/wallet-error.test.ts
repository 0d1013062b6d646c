import { expect, test } from 'vitest'
import { WalletError, wasRefused } from './wallet-error.ts'

const circle: { message: string; cause?: unknown } = { message: 'odd' }
circle.cause = circle

test.each([
  [{ code: 4001, message: 'Something' }, true],
  [Object.assign(new Error('x'), { code: 4_001_000 }), true],
  [new Error('User rejected the request.'), true],
  [new Error('Approval Denied'), true],
  ['Transaction cancelled', true],
  [new Error('outer', { cause: { code: -3 } }), true],
  [{ error: { code: 4001 } }, true],
  [new Error('Wallet timed out'), false],
  [{ code: -32603, message: 'Internal error' }, false],
  [circle, false],
  [undefined, false],
  [null, false],
  [42, false],
])('whether a person declined is read from what a wallet throws: %o', (thrown, refused) => {
  expect(wasRefused(thrown)).toBe(refused)
})

test('whatever a wallet throws becomes the one typed error, with the original as its cause', () => {
  const thrown = { code: 4001, message: 'No' }
  const error = WalletError.from('connection error', thrown)
  expect(error).toMatchObject({ kind: 'connection error', refused: true, message: 'No', cause: thrown })
  expect(WalletError.from('sign-in error', undefined)).toMatchObject({
    message: 'sign-in error',
    refused: false,
  })
})

test('an error of our own keeps its kind', () => {
  const own = new WalletError('account error')
  expect(WalletError.from('connection error', own)).toBe(own)
})
