import { checkedBy, type KeyValueStorage, persisted } from '../../../blocks/saved-draft/persisted.ts'

/** Section 9: where the chosen wallet's name is kept, as JSON. */
export const WALLET_NAME_KEY = 'walletName'

const nameSchema = checkedBy((value): value is string => typeof value === 'string' && value !== '')

/** One that is full or forbidden costs no more than choosing again. */
const nameIn = (storage: () => KeyValueStorage) => persisted(WALLET_NAME_KEY, nameSchema, { storage })

/** The wallet chosen last; undefined where none was, or where the browser keeps nothing for this page. */
export const rememberedWallet = (storage?: KeyValueStorage): string | undefined =>
  nameIn(() => storage ?? localStorage).get()

/** Keeps the name of the chosen wallet; undefined forgets it. */
export const rememberWallet = (storage: KeyValueStorage, name: string | undefined): void =>
  nameIn(() => storage).set(name)
