import { useSyncExternalStore } from 'react'
import type { SignedAgreement } from '../../../shared/session/fresh-signature.ts'
import { Listeners } from '../listeners.ts'

/**
 * The identity of the person at this page (decisions 1-5). `connected` means that a wallet is named but not proved,
 * which is enough to browse and chat. `signed-in` means that the wallet is connected here and the server has a session
 * for that same wallet.
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

/** Sets the identity and notifies the subscribers. Only the wallet feature may call this. */
export function setIdentity(next: Identity): void {
  current = next
  listeners.notify()
}

/** The identity as React state. It is `visitor` at the first paint, because a wallet never connects by itself. */
export function useIdentity(): Identity {
  return useSyncExternalStore(listeners.add, getIdentity, () => visitor)
}

/** The wallet of this browser's session as last reported by `session/viewer.ts`; undefined while it is not known. */
let sessionOwner: string | null | undefined

/** Records the owner of the session. Only `session/viewer.ts`, which asks the server, may call this. */
export function noteSession(owner: string | null | undefined): void {
  sessionOwner = owner
  // The wallet shown as signed in here has no session any more. The check tries a refresh; its refusal informs all
  // tabs.
  if (owner === null && current.state === 'signed-in') checkSession()
}

let checkSession = () => {}

/** Registers the wallet feature's check of whether the server still has the session. */
export function provideSessionCheck(check: () => void): void {
  checkSession = check
}

const doubters = new Listeners()

/** Adds a listener that is called whenever the server answers that it has no session for this browser. */
export function onDoubt(listener: () => void): void {
  doubters.add(listener)
}

/**
 * Must be called when the server answers that it has no session for this browser. Clears the recorded owner and has
 * the session checked.
 */
export function doubtSession(): void {
  sessionOwner = undefined
  if (current.state === 'signed-in') checkSession()
  doubters.notify()
}

let findSigningIn: () => Promise<unknown> | null = () => null

/**
 * Registers the function that returns the wallet feature's pending connection or signature request, if there is one.
 */
export function provideSigningIn(find: () => Promise<unknown> | null): void {
  findSigningIn = find
}

/**
 * Returns a promise that settles when the current sign-in ends, whatever its outcome, or null if none is under way.
 * Work that can be stored for a wallet waits for it.
 */
export function signingIn(): Promise<unknown> | null {
  return findSigningIn()
}

/** The actions of the wallet feature that other features may use without importing it. */
interface WalletActions {
  requireSignIn: () => Promise<string | null>
  signOut: () => Promise<void>
  confirm: (agreement: SignedAgreement) => Promise<Confirmation>
}

/**
 * The outcome of asking a wallet for a signature. `headers` must be sent with the one request that the signature is
 * for.
 */
export type Confirmation =
  | { state: 'signed'; headers: Record<string, string> }
  | { state: 'declined' }
  | { state: 'failed'; problem: string }

type WithWallet = <Result>(act: (wallet: WalletActions) => Promise<Result>) => Promise<Result | null>
let loadedWith: WithWallet = async () => null

export function provideWallet(provided: WithWallet): void {
  loadedWith = provided
}

/**
 * Runs an action with the wallet feature. The result is null if its code can't be loaded; the wallet feature has then
 * shown an error.
 */
export const withWallet: WithWallet = (act) => loadedWith(act)

/**
 * Returns the address of the wallet whose session this browser has. The session suffices, whether the wallet is
 * connected or not (decision 28). If there is no session, or another wallet is connected, the person is asked: the
 * wallet modal opens, or the connected wallet is asked for its signature. Returns null if the person declined.
 */
export async function requireSignIn(): Promise<string | null> {
  if (current.state === 'signed-in') return current.address
  if (sessionOwner && (current.state === 'visitor' || current.address === sessionOwner)) return sessionOwner
  return withWallet((wallet) => wallet.requireSignIn())
}
