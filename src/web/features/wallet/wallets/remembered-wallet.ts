/** Section 9: where the chosen wallet's name is kept, as JSON. */
export const WALLET_NAME_KEY = 'walletName'

/** Something to keep texts in. One that is full or forbidden throws, which costs no more than choosing again. */
export type KeyValueStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** The wallet chosen last; undefined where none was, or where the browser keeps nothing for this page. */
export function rememberedWallet(storage?: KeyValueStorage): string | undefined {
  try {
    const name: unknown = JSON.parse((storage ?? localStorage).getItem(WALLET_NAME_KEY) ?? 'null')
    return typeof name === 'string' && name !== '' ? name : undefined
  } catch {
    return undefined
  }
}

/** Keeps the name of the chosen wallet; undefined forgets it. */
export function rememberWallet(storage: KeyValueStorage, name: string | undefined): void {
  try {
    if (name === undefined) storage.removeItem(WALLET_NAME_KEY)
    else storage.setItem(WALLET_NAME_KEY, JSON.stringify(name))
  } catch {
    // See KeyValueStorage.
  }
}
