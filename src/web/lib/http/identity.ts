import { useSyncExternalStore } from 'react'
import type { SignedAction } from '../../../shared/session/fresh-signature.ts'

/**
 * Who is at this page (decisions 1-5). `connected` has named a wallet but not proved it: enough to browse and chat.
 * `signed-in` has both the wallet connected here and the server's session for that very wallet.
 */
export type Identity =
  | { state: 'visitor' }
  | { state: 'connected'; address: string }
  | { state: 'signed-in'; address: string }

const visitor: Identity = { state: 'visitor' }
let current: Identity = visitor
const listeners = new Set<() => void>()

export function getIdentity(): Identity {
  return current
}

/** For the wallet feature alone, which knows. */
export function setIdentity(next: Identity): void {
  current = next
  for (const listener of listeners) listener()
}

export function subscribeIdentity(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The identity, as state. The first paint knows nobody, because connecting never happens by itself. */
export function useIdentity(): Identity {
  return useSyncExternalStore(subscribeIdentity, getIdentity, () => visitor)
}

/** The wallet of the session that this browser has, as far as `lib/viewer.ts` knows; undefined while that is in doubt. */
let sessionOwner: string | null | undefined

/** For `lib/viewer.ts` alone, which asks the server. */
export function noteSession(owner: string | null | undefined): void {
  sessionOwner = owner
  // Who counts as signed in here is so no longer: to be refused a refresh tells all tabs.
  if (owner === null && current.state === 'signed-in') checkSession()
}

let checkSession = () => {}

/** Introduces how the wallet feature finds out whether the server still knows the session. */
export function provideSessionCheck(check: () => void): void {
  checkSession = check
}

const doubters = new Set<() => void>()

/** Tells whenever the server answered that it knows nobody. */
export function onDoubt(listener: () => void): void {
  doubters.add(listener)
}

/** For an answer of the server that knows nobody: whoever counts as signed in here may be so no longer. */
export function doubtSession(): void {
  sessionOwner = undefined
  if (current.state === 'signed-in') checkSession()
  for (const doubter of doubters) doubter()
}

let findSigningIn: () => Promise<unknown> | null = () => null

/** Introduces how the wallet feature tells of a connection or signature that a person is being asked for. */
export function provideSigningIn(find: () => Promise<unknown> | null): void {
  findSigningIn = find
}

/**
 * Settles when the sign-in that is under way is over, whatever came of it; null where none is. What is done meanwhile and
 * can be kept for a wallet waits for this.
 */
export function signingIn(): Promise<unknown> | null {
  return findSigningIn()
}

/** What the wallet feature does for features that must not know it. */
export interface WalletActions {
  requireSignIn: () => Promise<string | null>
  signOut: () => Promise<void>
  confirm: (action: SignedAction) => Promise<Confirmation>
}

/** How asking a wallet for its signature ended. `headers` go along with the one request that it was made for. */
export type Confirmation =
  | { state: 'signed'; headers: Record<string, string> }
  | { state: 'declined' }
  | { state: 'failed'; problem: string }

type WithWallet = <Result>(act: (wallet: WalletActions) => Promise<Result>) => Promise<Result | null>
let loadedWith: WithWallet = async () => null

/** Introduces the wallet feature. */
export function provideWallet(provided: WithWallet): void {
  loadedWith = provided
}

/** Has the wallet feature do something; null where its code can't be loaded, which it has said. */
export const withWallet: WithWallet = (act) => loadedWith(act)

/**
 * The address of the wallet whose session this browser has: connected or not, the session suffices (decision 28). Where
 * there is none, or another wallet is connected, the person is asked: the wallet modal opens, or the connected wallet is
 * asked for its signature. Null when the person declined.
 */
export async function requireSignIn(): Promise<string | null> {
  if (current.state === 'signed-in') return current.address
  if (sessionOwner && (current.state === 'visitor' || current.address === sessionOwner)) return sessionOwner
  return withWallet((wallet) => wallet.requireSignIn())
}
