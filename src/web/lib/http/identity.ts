import { useSyncExternalStore } from 'react'
import type { SignedAgreement } from '../../../shared/session/fresh-signature.ts'
import { Listeners } from '../listeners.ts'

/**
 * Who is at this page (decisions 1-5). `connected`: a wallet is named but not proved, enough to browse and chat.
 * `signed-in`: the wallet is connected here and the server has a session for that same wallet.
 */
export type Identity =
  | { state: 'visitor' }
  | { state: 'connected'; address: string }
  | { state: 'signed-in'; address: string }

const visitor: Identity = { state: 'visitor' }
let current: Identity = visitor
const listeners = new Listeners()

export function getIdentity(): Identity {
  return current
}

/** Only the wallet feature may call this. */
export function setIdentity(next: Identity): void {
  current = next
  listeners.notify()
}

/** `visitor` at the first paint, because a wallet never connects by itself. */
export function useIdentity(): Identity {
  return useSyncExternalStore(listeners.add, getIdentity, () => visitor)
}

/** As last reported by `session/viewer.ts`; undefined while it is not known. */
let sessionOwner: string | null | undefined

/** Only `session/viewer.ts`, which asks the server, may call this. */
export function noteSession(owner: string | null | undefined): void {
  sessionOwner = owner
  // The wallet shown as signed in has no session any more. The check's refused refresh informs all tabs.
  if (owner === null && current.state === 'signed-in') checkSession()
}

let checkSession = () => {}

export function provideSessionCheck(check: () => void): void {
  checkSession = check
}

const doubters = new Listeners()

export function onDoubt(listener: () => void): void {
  doubters.add(listener)
}

/** Must be called when the server answers that it has no session for this browser. */
export function doubtSession(): void {
  sessionOwner = undefined
  if (current.state === 'signed-in') checkSession()
  doubters.notify()
}

const refused = new Listeners()

/** Called whenever the server refuses something because the viewer's wallet is suspended. */
export const onSuspended = refused.add
export const noteSuspended = (): void => refused.notify()

let findSigningIn: () => Promise<unknown> | null = () => null

/** Registers how to find the wallet feature's pending connection or signature request. */
export function provideSigningIn(find: () => Promise<unknown> | null): void {
  findSigningIn = find
}

/** Settles when the current sign-in ends, however it does; what can be stored for a wallet waits for it. */
export function signingIn(): Promise<unknown> | null {
  return findSigningIn()
}

/** What other features may use of the wallet feature without importing it. */
interface WalletActions {
  requireSignIn: () => Promise<string | null>
  signOut: () => Promise<void>
  confirm: (agreement: SignedAgreement) => Promise<Confirmation>
  /**
   * Signs one line in the name of this wallet and no other. It is written with the time of the server, in ISO 8601.
   * @param how an offer asks the wallet that was used here last, and looks for no other
   */
  signWords: (
    write: (time: string) => string,
    signer: string,
    how?: { isOffer: boolean },
  ) => Promise<SignedWords>
}

/** `headers` must be sent with the one request that the signature is for. */
export type Confirmation =
  | { state: 'signed'; headers: Record<string, string> }
  | { state: 'declined' }
  | { state: 'failed'; problem: string }

/** `proof` has the bytes that the wallet says it signed, and its signature over them, in base64. */
export type SignedWords =
  | { state: 'signed'; proof: { signedMessage: string; signature: string } }
  | { state: 'declined' }
  | { state: 'absent' }
  | { state: 'failed'; problem: string }

type WithWallet = <Result>(act: (wallet: WalletActions) => Promise<Result>) => Promise<Result | null>
let loadedWith: WithWallet = async () => null

export function provideWallet(provided: WithWallet): void {
  loadedWith = provided
}

/** Null if the wallet feature's code can't be loaded; the person has then been shown an error. */
export const withWallet: WithWallet = (act) => loadedWith(act)

/**
 * Returns the wallet of this browser's session, which suffices without a connected wallet (decision 28). Without a
 * session, or with another wallet connected, the person is asked; null if they decline.
 */
export async function requireSignIn(): Promise<string | null> {
  if (current.state === 'signed-in') return current.address
  if (sessionOwner && (current.state === 'visitor' || current.address === sessionOwner)) return sessionOwner
  return withWallet((wallet) => wallet.requireSignIn())
}
