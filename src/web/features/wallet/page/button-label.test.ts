import { expect, test } from 'vitest'
import { inMemoryWallet } from '../../../../../test/in-memory-wallet.ts'
import { shortAddress } from '../../../../shared/text/short-address.ts'
import { buttonLabel } from './button-label.ts'

// §2.39, §2.40, §2.41, §4.2
test('the button says what it stands for in each of its states', () => {
  const { wallet, accounts } = inMemoryWallet()
  const account = accounts[0]
  if (!account) throw new Error('the wallet has no account')
  const connected = { name: wallet.name, connection: { wallet, account } }
  expect(buttonLabel({ state: 'no-wallet' })).toBe('Select Wallet')
  expect(buttonLabel({ state: 'has-wallet', name: wallet.name })).toBe('Connect')
  expect(buttonLabel({ state: 'connecting', name: wallet.name })).toBe('Connecting ...')
  expect(buttonLabel({ state: 'connected', ...connected })).toBe(shortAddress(account.address))
  expect(buttonLabel({ state: 'disconnecting', ...connected })).toBe(shortAddress(account.address))
})

// §2.46
test('an address is shown by its first and its last four characters', () => {
  expect(shortAddress('GmaDrppBC7P5ARKV8g3djiwP89vz1jLK23V2GBjuAEGB')).toBe('GmaD..AEGB')
})
