import { type PushText, pushTextOf } from '../../../shared/tools/push-text.ts'
import { BackgroundWork } from '../../base/background-work.ts'
import type { Logger } from '../../base/log.ts'
import type { Db } from '../../db/connect/connect.ts'
import {
  claimHeld,
  findInbox,
  listSubscriptions,
  noteArrival,
  noteFailure,
  removeSubscription,
  type SubscriptionRow,
} from '../../db/inbox/inboxes.ts'
import { countWaiting, listWaiting } from '../../db/inbox/waiting-calls.ts'
import type { SendRequest } from '../../llm/model-address.ts'
import { createSemaphore } from '../semaphore.ts'
import { presentWaiting } from './present-waiting.ts'
import type { PushKeys } from './push-keys.ts'
import { quietForMs } from './quiet-hours.ts'
import { sendPush } from './send-push.ts'

interface NoticesOptions {
  db: Db
  keys: Pick<PushKeys, 'find'>
  /** Asks public addresses only. */
  send: SendRequest
  clock: () => Date
  log: Logger
  /** The https address of this place, for services that want to complain. */
  contact: string | null
  /** Milliseconds in which what begins to wait for one person is told together. */
  togetherMs?: number
}

const TOGETHER_MS = 4_000

/** Failures of one browser, one after the other, after which it is not tried any more. */
const FAILURES = 8

const SENDING = { inside: 16, waiting: 1_000 }

interface Planned {
  timer: NodeJS.Timeout
  at: number
  /** Of what quiet hours hold back alone: how often such had been told before, on any server. */
  held: number | null
}

/**
 * Tells people's browsers that something waits for them: once for all that comes within some seconds, and not in their
 * quiet hours, after which they are told of what still waits. What is sent, and where, is looked up when it is its
 * person's turn, so that nothing is told of what was decided meanwhile.
 */
export class Notices {
  readonly #options: NoticesOptions
  readonly #timers = new Map<string, Planned>()
  readonly #running = new BackgroundWork()
  readonly #pass = createSemaphore(SENDING, 'pushes')

  constructor(options: NoticesOptions) {
    this.#options = options
  }

  /** Something begins to wait for a person. Returns at once; whatever happens, it waits anyway. */
  waits(wallet: string): void {
    this.#tellIn(wallet, this.#options.togetherMs ?? TOGETHER_MS)
  }

  /** Waits for what is being sent; what was to be told later is left to the inbox. */
  async close(): Promise<void> {
    for (const { timer } of this.#timers.values()) clearTimeout(timer)
    this.#timers.clear()
    await this.#running.settled()
  }

  /** Keeps what is earlier: who ended quiet hours does not wait for the end that they had. */
  #tellIn(wallet: string, ms: number, held: number | null = null): void {
    const at = performance.now() + ms
    const planned = this.#timers.get(wallet)
    if (planned && planned.at <= at) {
      if (held === null) planned.held = null
      return
    }
    clearTimeout(planned?.timer)
    const timer = setTimeout(() => {
      const told = this.#pass(() => {
        const heldNow = this.#timers.get(wallet)?.held ?? null
        this.#timers.delete(wallet)
        return this.#tell(wallet, heldNow)
      })
      this.#running.add(told, (error) => {
        if (this.#timers.get(wallet)?.timer === timer) this.#timers.delete(wallet)
        this.#options.log.warn({ err: error }, 'a push was not sent')
      })
    }, ms)
    timer.unref()
    this.#timers.set(wallet, { timer, at, held })
  }

  async #tell(wallet: string, held: number | null): Promise<void> {
    const { db, clock } = this.#options
    const now = clock()
    const browsers = await listSubscriptions(db, wallet)
    if (browsers.length === 0) return
    const { quiet, told } = await findInbox(db, wallet)
    const wait = quietForMs(quiet, now)
    if (wait === null) return
    if (wait > 0) return this.#tellIn(wallet, wait, held ?? told)
    if (held !== null && !(await claimHeld(db, { wallet, told: held }))) return
    const [newest] = await listWaiting(db, { wallet, now }, 1)
    if (!newest) return
    const text = pushTextOf(presentWaiting(newest), await countWaiting(db, { wallet, now }))
    await Promise.all(browsers.map((browser) => this.#send(text, browser)))
  }

  async #send(text: PushText, browser: SubscriptionRow): Promise<void> {
    const { db, keys, send, clock, contact, log } = this.#options
    const own = await keys.find()
    if (!own) return
    const { id, wallet, failures } = browser
    const outcome = await sendPush(JSON.stringify(text), browser, {
      ...{ send, contact, now: clock() },
      keys: own,
    }).catch((error: unknown) => {
      log.debug({ err: error }, 'a push service could not be asked')
      return 'failed' as const
    })
    switch (outcome) {
      case 'arrived':
        if (failures > 0) await noteArrival(db, id)
        return
      case 'gone':
        return removeSubscription(db, { id, wallet })
      case 'failed':
        return noteFailure(db, { id, most: FAILURES })
      default:
        return outcome satisfies never
    }
  }
}
