import { useSyncExternalStore } from 'react'

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

type SignInFlow = () => Promise<string | null>
let signInFlow: SignInFlow = async () => null

/** Introduces the wallet feature, which features that need a signed-in wallet must not know. */
export function provideSignIn(flow: SignInFlow): void {
  signInFlow = flow
}

/**
 * The signed-in wallet's address. Where nobody is signed in, the person is asked: the wallet modal opens,
 * or the connected wallet is asked for its signature. Null when the person declined.
 */
export function requireSignIn(): Promise<string | null> {
  return current.state === 'signed-in' ? Promise.resolve(current.address) : signInFlow()
}
