import { checkedBy, type KeyValueStorage, persisted } from '../../../blocks/saved-draft/persisted.ts'

/** The storage key of the chosen wallet's name, as JSON (section 9). */
export const WALLET_NAME_KEY = 'walletName'

const nameSchema = checkedBy((value): value is string => typeof value === 'string' && value !== '')

/** If the storage is full or forbidden, the person just has to choose the wallet again. */
const nameIn = (storage: () => KeyValueStorage) => persisted(WALLET_NAME_KEY, nameSchema, { storage })

/** Undefined also if the page has no storage. */
export const rememberedWallet = (storage?: KeyValueStorage): string | undefined =>
  nameIn(() => storage ?? localStorage).get()

/** Undefined deletes the name. */
export const rememberWallet = (storage: KeyValueStorage, name: string | undefined): void =>
  nameIn(() => storage).set(name)
