import type { KeptOutKind, Until } from '../../../shared/realms/moderation.ts'
import type { RealmDetail } from '../../../shared/realms/realms.ts'
import { Failure } from '../../domain/failure.ts'
import { type Frame, frameOf } from '../sockets/frame.ts'
import { CoalescedTask } from './coalesced-task.ts'
import { KeptOut } from './kept-out.ts'
import type { RealmSource } from './realm-directory.ts'

/** A realm that is older is read again when somebody enters: some of its values change over time. */
const AGES_MS = 30_000

/** What the changes of one realm may cost: the more people are in a large realm, the less often they are sent. */
const BYTES_A_SECOND = 50_000_000

interface RoomDetailOptions extends RealmSource {
  size: () => number
  broadcast: (frame: Frame) => void
  /** Called when the database returned the realm, if it is new or changed. */
  isThere: () => void
  isGone: () => void
  /** Called with a wallet that is kept out otherwise than was known. */
  keptOutChanged: (wallet: string) => void
  /** Called when a change is delayed until `tick` sends it. */
  holdsBack: () => void
}

/** A room's copy of the realm itself and of who is kept out of it, for the connections in the room. */
export class RoomDetail {
  readonly #options: RoomDetailOptions
  readonly #question: CoalescedTask
  #detail: RealmDetail | null | undefined
  #json = ''
  #frame: Frame | undefined
  readonly #keptOut = new KeptOut()
  #askedAt = Number.NEGATIVE_INFINITY
  #sentAt = Number.NEGATIVE_INFINITY
  #isNew = false
  #isAsked = false
  #why: string | undefined

  constructor(options: RoomDetailOptions) {
    this.#options = options
    this.#question = new CoalescedTask(() => this.#answer(), { log: options.log, what: 'a realm' })
  }

  /** Undefined until the database has answered; null if the realm does not exist or was deleted. */
  known(): RealmDetail | null | undefined {
    return this.#detail
  }

  /** The frame with the realm; requires that the realm is known. */
  frame(): Frame {
    const realm = this.#options.id
    this.#frame ??= this.#detail
      ? frameOf({ type: 'realm', realm, detail: this.#detail })
      : frameOf({ type: 'gone', realm, ...(this.#why !== undefined && { message: this.#why }) })
    return this.#frame
  }

  /** Whether and until when a wallet may not speak here; null if it may. */
  muteOf(wallet: string | null): Until | null {
    return this.#keptOut.find('mutes', wallet, this.#options.clock())
  }

  banOf(wallet: string | null): Until | null {
    return this.#keptOut.find('bans', wallet, this.#options.clock())
  }

  setKeptOut(kind: KeptOutKind, wallet: string, until: Until | null): void {
    this.#keptOut.set(kind, wallet, until)
    this.#options.keptOutChanged(wallet)
    // News of two servers can come in another order than they were stored in.
    this.refresh()
  }

  /** @param message why, where it was taken down */
  gone(message?: string): void {
    this.#why = message
    this.#keptOut.forget()
    this.#set(null)
    // A query that is already running can return an older state.
    this.ask()
  }

  /** Reads the realm and who is kept out of it again; what was not read yet is read later anyway. */
  refresh(): void {
    if (!this.#isAsked) return
    this.#keptOut.forget()
    this.ask()
  }

  ask(): void {
    this.#askedAt = performance.now()
    this.#question.ask()
  }

  askIfOld(): void {
    if (performance.now() - this.#askedAt > AGES_MS) this.ask()
  }

  /** Sends delayed changes that are due. @returns whether changes are still delayed */
  tick(): boolean {
    if (this.#isNew) this.#notify()
    return this.#isNew
  }

  close(): void {
    this.#question.close()
  }

  async #answer(): Promise<void> {
    const { id, directory, inTurn } = this.#options
    try {
      if (this.#detail) this.#set(await this.#read())
      // There can be many made-up ids: whether they exist is looked up for all of them together.
      else if ((await directory.find(id)) === undefined) this.#set(null)
      else this.#set(await inTurn(() => this.#read()))
    } catch (error) {
      if (!(error instanceof Failure && (error.code === 'not_found' || error.code === 'taken_down')))
        throw error
      this.#why = error.code === 'taken_down' ? error.message : undefined
      this.#keptOut.forget()
      this.#set(null)
    }
  }

  async #read(): Promise<RealmDetail> {
    const { id, realms, realmModeration, keptOutChanged } = this.#options
    this.#isAsked = true
    const found = await realms.open(id)
    for (const wallet of await this.#keptOut.read(() => realmModeration.keptOut(id))) keptOutChanged(wallet)
    return found
  }

  #set(now: RealmDetail | null): void {
    const text = JSON.stringify(now)
    if (this.#detail !== undefined && text === this.#json) return
    this.#detail = now
    this.#json = text
    this.#frame = undefined
    this.#isNew = now !== null
    if (this.#isNew) {
      this.#notify()
      this.#options.isThere()
    } else this.#options.isGone()
  }

  #notify() {
    const { size, broadcast, holdsBack } = this.#options
    const pause = ((this.frame().length * size()) / BYTES_A_SECOND) * 1000
    if (performance.now() - this.#sentAt < pause) return holdsBack()
    this.#sentAt = performance.now()
    this.#isNew = false
    broadcast(this.frame())
  }
}
