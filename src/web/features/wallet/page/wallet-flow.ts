import {
  SIGNATURE_HEADER,
  type SignedAgreement,
  writeSignature,
} from '../../../../shared/session/fresh-signature.ts'
import { shortAddress } from '../../../../shared/text/short-address.ts'
import { ApiError } from '../../../lib/http/api.ts'
import {
  type Confirmation,
  doubtSession,
  type Identity,
  type SignedWords,
} from '../../../lib/http/identity.ts'
import type { SessionClient } from '../../../lib/session/session.ts'
import type { ModalState } from '../modal/modal-state.ts'
import { PasskeyError } from '../passkey/ceremonies.ts'
import { proveWallet, signWords } from '../prove-wallet.ts'
import type { Connection } from '../signing.ts'
import * as texts from '../texts.ts'
import { WalletError, whyNotSigned, whySignInFailed } from '../wallet-error.ts'
import type { WalletStore } from './wallet-store.ts'

interface Page {
  address: () => URL
  /** Opens another site in a new tab without access to this one. */
  openTab: (url: string) => void
  redirect: (url: string) => void
  /** @param detail what the person can do about it, shown below the message */
  sayError: (message: string, detail?: string) => void
}

interface WalletFlowParts {
  store: WalletStore
  session: SessionClient
  modal: ModalState
  chain: string
  page: Page
  setIdentity: (identity: Identity) => void
}

/**
 * Decisions 1, 4 and 5: connecting requests the signature, unless the same wallet has a session; disconnecting, or
 * another account, signs out.
 */
export class WalletFlow {
  readonly #parts: WalletFlowParts
  readonly #ends: (() => void)[]
  #address: string | undefined
  /** The current attempt to sign in, so that two concurrent calls prompt the person once. */
  #underway: Promise<string | null> | undefined
  #required: Promise<string | null> | undefined
  #choice: Promise<string | null> = Promise.resolve(null)
  /** Whether a wallet that was only connected for a signature is being disconnected, which must not end the session. */
  #isReleasing = false

  constructor(parts: WalletFlowParts) {
    this.#parts = parts
    const { store, session } = parts
    this.#ends = [store.subscribe(() => this.#followStore()), session.on(() => this.#followSession())]
  }

  /** Handles a press of the button in each state of section 4; the button opens the dropdown itself. */
  press(): void {
    const state = this.#parts.store.getState()
    if (state.state === 'no-wallet') void this.#choose()
    else if (state.state === 'has-wallet') void this.#begin(() => this.#connect(state.name))
  }

  /** The connected wallet stays until another one is chosen. */
  changeWallet(): void {
    void this.#choose()
  }

  /** Disconnects the wallet. Never throws: no wallet is connected afterwards, even if the wallet reported an error. */
  disconnect(): Promise<void> {
    return this.#parts.store.disconnect().catch(() => {})
  }

  /** See `signingIn` of `lib/http/identity.ts`. */
  signingIn(): Promise<void> | null {
    return this.#underway ? this.#untilSettled() : null
  }

  /** See `requireSignIn` of `lib/http/identity.ts`. */
  requireSignIn(): Promise<string | null> {
    const connected = this.#connected()?.account.address
    if (connected && this.#parts.session.current()?.user.address === connected)
      return Promise.resolve(connected)
    this.#required ??= this.#requireOnce().finally(() => {
      this.#required = undefined
    })
    return this.#required
  }

  /** Ends this browser's session in all tabs, and disconnects the wallet. Never throws. */
  async signOut(): Promise<void> {
    const ended = this.#parts.session.signOut({ isThere: true })
    await this.disconnect()
    await ended
  }

  /** The session alone does not authorise the action. Connects its wallet first. Never throws. */
  async confirm(agreement: SignedAgreement): Promise<Confirmation> {
    const { session, chain } = this.#parts
    const before = this.#connected()
    try {
      const connection = await this.#connectToSign()
      if (!connection) return { state: 'declined' }
      const { address: signer } = connection.account
      // The session is loaded before the signature is requested, so that the page knows that this wallet has one.
      await session.load({ isThere: true })
      const input = await session.requestSignature(agreement)
      if (input.address !== signer) {
        if (!before) await this.#release()
        const problem = texts.otherWallet(shortAddress(input.address), shortAddress(signer))
        return { state: 'failed', problem }
      }
      const proof = await proveWallet(connection, chain, input)
      return { state: 'signed', headers: { [SIGNATURE_HEADER]: writeSignature(proof) } }
    } catch (error) {
      if (error instanceof WalletError && error.refused) return { state: 'declined' }
      if (error instanceof ApiError && error.status === 401) doubtSession()
      return { state: 'failed', problem: whyNotSigned(error) }
    }
  }

  /** See `signWords` of `lib/http/identity.ts`. Connects the wallet first. Never throws. */
  async signWords(
    write: (time: string) => string,
    signer: string,
    { isOffer = false } = {},
  ): Promise<SignedWords> {
    const { session, store } = this.#parts
    try {
      await this.#untilSettled()
      if (isOffer && store.getState().state === 'no-wallet') return { state: 'absent' }
      const connection = await this.#connectToSign()
      if (!connection) return { state: 'declined' }
      // So that the page knows that this wallet has a session.
      await session.load({ isThere: true })
      const { address } = connection.account
      if (address !== signer)
        return { state: 'failed', problem: texts.otherWallet(shortAddress(signer), shortAddress(address)) }
      const words = write(session.serverTime().toISOString())
      return { state: 'signed', proof: await signWords(connection, this.#parts.chain, words) }
    } catch (error) {
      if (error instanceof WalletError && error.refused) return { state: 'declined' }
      return { state: 'failed', problem: whyNotSigned(error) }
    }
  }

  close(): void {
    for (const end of this.#ends) end()
  }

  #connected(): Connection | undefined {
    const state = this.#parts.store.getState()
    return state.state === 'connected' ? state.connection : undefined
  }

  #followStore(): void {
    const next = this.#connected()?.account.address
    if (next === this.#address) return
    const left = this.#address
    this.#address = next
    if (left !== undefined && !this.#isReleasing) void this.#parts.session.signOut()
    this.#followSession()
  }

  #followSession(): void {
    const { session, setIdentity } = this.#parts
    const address = this.#address
    if (address === undefined) setIdentity({ state: 'visitor' })
    else if (session.current()?.user.address === address) setIdentity({ state: 'signed-in', address })
    else setIdentity({ state: 'connected', address })
  }

  #begin(work: () => Promise<string | null>): Promise<string | null> {
    const mine = work().finally(() => {
      if (this.#underway === mine) this.#underway = undefined
    })
    this.#underway = mine
    return mine
  }

  async #untilSettled(): Promise<void> {
    // An attempt may have been replaced by a newer one.
    while (this.#underway) await this.#underway
  }

  async #requireOnce(): Promise<string | null> {
    const state = this.#parts.store.getState()
    let signedIn: string | null = null
    if (!this.#underway) {
      if (state.state === 'connected') void this.#begin(() => this.#signIn(state.connection))
      else if (state.state === 'has-wallet') void this.#begin(() => this.#connect(state.name))
      else signedIn = await this.#choose()
    }
    // A newer attempt's result counts.
    while (this.#underway && !signedIn) signedIn = await this.#underway
    return signedIn
  }

  #choose(): Promise<string | null> {
    const { modal } = this.#parts
    if (!modal.isOpen())
      this.#choice = modal
        .open()
        .then((name) => (name === null ? null : this.#begin(() => this.#connect(name))))
    return this.#choice
  }

  async #connect(name?: string): Promise<string | null> {
    const connection = await this.#connectOnly(name)
    return connection && this.#signIn(connection)
  }

  /** Null if the person went another way, or connecting failed (an error was shown). */
  async #connectOnly(name?: string): Promise<Connection | null> {
    const { store, page } = this.#parts
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
      else page.sayError(texts.connectionFailed, isPasskeyError(error) ? error.message : undefined)
      return null
    }
  }

  async #connectToSign(): Promise<Connection | null> {
    await this.#untilSettled()
    const state = this.#parts.store.getState()
    if (state.state === 'connected') return state.connection
    if (state.state === 'has-wallet') return this.#connectOnly(state.name)
    const name = await this.#parts.modal.open()
    return name === null ? null : this.#connectOnly(name)
  }

  /** Null if the person declined, something failed (an error was shown), or another wallet was chosen meanwhile. */
  async #signIn(connection: Connection): Promise<string | null> {
    const { session, chain, page } = this.#parts
    const wanted = connection.account.address
    const isCurrent = () => this.#connected()?.account.address === wanted
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

  async #release(): Promise<void> {
    this.#isReleasing = true
    await this.disconnect()
    this.#isReleasing = false
  }
}

/** Whether the page's own passkey wallet failed; its messages are written for people. */
function isPasskeyError(error: unknown): error is WalletError {
  return error instanceof WalletError && error.cause instanceof PasskeyError
}
