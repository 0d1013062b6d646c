import {
  SIGNATURE_HEADER,
  type SignedAction,
  writeSignature,
} from '../../../shared/session/fresh-signature.ts'
import { shortAddress } from '../../../shared/text/short-address.ts'
import { ApiError } from '../../lib/http/api.ts'
import { explainError } from '../../lib/http/explain-error.ts'
import { type Confirmation, doubtSession, type Identity } from '../../lib/http/identity.ts'
import type { SessionClient } from '../../lib/session/session.ts'
import type { ModalState } from './modal/modal-state.ts'
import { PasskeyError } from './passkey/ceremonies.ts'
import { proveWallet } from './prove-wallet.ts'
import type { Connection } from './signing.ts'
import { WalletError } from './wallet-error.ts'
import type { WalletStore } from './wallet-store.ts'
import { CONNECTION_FAILED } from './wallets/connection-failed.ts'

/** What the flow does to the page. */
export interface Page {
  address: () => URL
  /** Shows another site in a tab of its own, which learns nothing of this one. */
  openTab: (url: string) => void
  /** Leaves this page for a wallet's own browser. */
  redirect: (url: string) => void
  /** @param detail what the person can do about it, beneath it */
  sayError: (message: string, detail?: string) => void
}

export type WalletFlow = ReturnType<typeof createWalletFlow>

/**
 * Leads a person from no wallet to being signed in, and out again (decisions 1, 4 and 5): connecting asks for the
 * signature, unless the same wallet's session is alive; disconnecting, or another account, signs out.
 */
export function createWalletFlow(parts: {
  store: WalletStore
  session: SessionClient
  modal: ModalState
  chain: string
  page: Page
  setIdentity: (identity: Identity) => void
}) {
  const { store, session, modal, chain, page, setIdentity } = parts
  let address: string | undefined
  /** The way to a signature that somebody is on, so that asking twice at once asks the person once. */
  let underway: Promise<string | null> | undefined
  let required: Promise<string | null> | undefined

  /** Whether a wallet is being let go of that was only tried, which ends nobody's session. */
  let releasing = false

  function connectedNow(): Connection | undefined {
    const state = store.getState()
    return state.state === 'connected' ? state.connection : undefined
  }

  function followStore(): void {
    const next = connectedNow()?.account.address
    if (next === address) return
    const left = address
    address = next
    if (left !== undefined && !releasing) void session.signOut()
    followSession()
  }

  function followSession(): void {
    if (address === undefined) setIdentity({ state: 'visitor' })
    else if (session.current()?.user.address === address) setIdentity({ state: 'signed-in', address })
    else setIdentity({ state: 'connected', address })
  }

  const stopFollowing = [store.subscribe(followStore), session.on(followSession)]

  function begin(work: () => Promise<string | null>): Promise<string | null> {
    const mine = work().finally(() => {
      if (underway === mine) underway = undefined
    })
    underway = mine
    return mine
  }

  /** Null where the person declined, something failed (and was told), or another wallet was chosen meanwhile. */
  async function signIn(connection: Connection): Promise<string | null> {
    const wanted = connection.account.address
    const isCurrent = () => connectedNow()?.account.address === wanted
    try {
      const living = await session.load()
      if (living?.user.address === wanted && isCurrent()) return wanted
      if (living && isCurrent()) await session.signOut()
      if (!isCurrent()) return null
      const input = await session.requestNonce(wanted)
      const proof = await proveWallet(connection, chain, input)
      if (!isCurrent()) return null
      await session.signIn(proof)
      return isCurrent() ? wanted : null
    } catch (error) {
      if (isCurrent()) page.sayError(whySignInFailed(error, connection.wallet.name))
      return null
    }
  }

  /** Null where the person went another way, or it failed (and was told). */
  async function connectOnly(name?: string): Promise<Connection | null> {
    const listed = store.getList().find((wallet) => wallet.name === name)
    if (listed?.readyState === 'Loadable' && listed.known?.browseLink) {
      page.redirect(listed.known.browseLink(page.address()))
      return null
    }
    try {
      return await store.connect(name)
    } catch (error) {
      const isMissing = error instanceof WalletError && error.kind === 'wallet not ready'
      if (isMissing && listed?.readyState === 'NotDetected' && listed.url) page.openTab(listed.url)
      else page.sayError(CONNECTION_FAILED, isPasskeyError(error) ? error.message : undefined)
      return null
    }
  }

  async function connect(name?: string): Promise<string | null> {
    const connection = await connectOnly(name)
    return connection && signIn(connection)
  }

  /** The connected wallet, or the one that the person connects now; its signature is not asked for. */
  async function connectToSign(): Promise<Connection | null> {
    while (underway) await underway
    const state = store.getState()
    if (state.state === 'connected') return state.connection
    if (state.state === 'has-wallet') return connectOnly(state.name)
    const name = await modal.open()
    return name === null ? null : connectOnly(name)
  }

  /** Lets go of a wallet and leaves the session as it is. */
  async function release(): Promise<void> {
    releasing = true
    await store.disconnect().catch(() => {})
    releasing = false
  }

  let choice: Promise<string | null> = Promise.resolve(null)
  function choose(): Promise<string | null> {
    if (!modal.isOpen())
      choice = modal.open().then((name) => (name === null ? null : begin(() => connect(name))))
    return choice
  }

  async function requireOnce(): Promise<string | null> {
    const state = store.getState()
    let signedIn: string | null = null
    if (!underway) {
      if (state.state === 'connected') void begin(() => signIn(state.connection))
      else if (state.state === 'has-wallet') void begin(() => connect(state.name))
      else signedIn = await choose()
    }
    // What was underway may have been replaced by something newer, whose answer counts then.
    while (underway && !signedIn) signedIn = await underway
    return signedIn
  }

  async function untilSettled(): Promise<void> {
    // One way may have been replaced by a newer one.
    while (underway) await underway
  }

  return {
    /** What a press of the button does in each state of section 4; the dropdown is the button's own. */
    press(): void {
      const state = store.getState()
      if (state.state === 'no-wallet') void choose()
      else if (state.state === 'has-wallet') void begin(() => connect(state.name))
    },

    /** Offers the wallets; the connected one stays until another is chosen. */
    changeWallet: (): void => void choose(),

    /** Never throws: nobody is connected afterwards, even where the wallet found something to complain about. */
    async disconnect(): Promise<void> {
      await store.disconnect().catch(() => {})
    },

    /** See `signingIn` of lib/identity.ts. */
    signingIn: (): Promise<void> | null => (underway ? untilSettled() : null),

    /** See `requireSignIn` of lib/identity.ts. */
    requireSignIn(): Promise<string | null> {
      const connected = connectedNow()?.account.address
      if (connected && session.current()?.user.address === connected) return Promise.resolve(connected)
      required ??= requireOnce().finally(() => {
        required = undefined
      })
      return required
    },

    /** Ends this browser's session, in all its tabs, and lets go of a connected wallet. Never throws. */
    async signOut(): Promise<void> {
      const ended = session.signOut({ isThere: true })
      await store.disconnect().catch(() => {})
      await ended
    },

    /** Has the wallet of the session sign for an action that the session alone may not do; connects it first. Never throws. */
    async confirm(action: SignedAction): Promise<Confirmation> {
      const before = connectedNow()
      try {
        const connection = await connectToSign()
        if (!connection) return { state: 'declined' }
        const { address: signer } = connection.account
        // The page is to know that this wallet's session is there, before its signature is asked for.
        await session.load({ isThere: true })
        const input = await session.requestSignature(action)
        if (input.address !== signer) {
          if (!before) await release()
          const problem = `This session belongs to ${shortAddress(input.address)}, and ${shortAddress(signer)} is another wallet. Connect the one that the session belongs to.`
          return { state: 'failed', problem }
        }
        const proof = await proveWallet(connection, chain, input)
        return { state: 'signed', headers: { [SIGNATURE_HEADER]: writeSignature(proof) } }
      } catch (error) {
        if (error instanceof WalletError && error.refused) return { state: 'declined' }
        if (error instanceof ApiError && error.status === 401) doubtSession()
        return { state: 'failed', problem: whyNotSigned(error) }
      }
    },

    close(): void {
      for (const stop of stopFollowing) stop()
    },
  }
}

/** Decision 5: a refusal is said quietly, and leaves the wallet connected. */
function whySignInFailed(error: unknown, walletName: string): string {
  if (error instanceof WalletError && error.refused)
    return 'Not signed in. You can browse and chat; what is yours alone will ask for your signature again.'
  if (error instanceof WalletError && error.kind === 'method not implemented')
    return `${walletName} can’t sign in here, because it can’t sign messages. Please choose another wallet.`
  return `Signing in failed. ${telling(error) ?? 'Please try again.'}`
}

function whyNotSigned(error: unknown): string {
  if (error instanceof ApiError && error.status === 401)
    return 'The session has ended. Sign in again, then confirm.'
  if (!(error instanceof WalletError)) return explainError(error)
  return telling(error) ?? 'The wallet gave no signature. Please try again.'
}

/** Whether it is the page's own wallet that failed, whose reasons are sentences for people. */
function isPasskeyError(error: unknown): error is WalletError {
  return error instanceof WalletError && error.cause instanceof PasskeyError
}

/** What an error says where that is meant for a person. */
function telling(error: unknown): string | undefined {
  if (error instanceof ApiError) return error.message
  return error instanceof WalletError && error.message !== error.kind ? error.message : undefined
}
