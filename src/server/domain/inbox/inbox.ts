import { createHash } from 'node:crypto'
import {
  type InboxSettings,
  type Inbox as InboxShown,
  inboxLimits,
  type PushSubscriptionBody,
  type ShownInboxSettings,
} from '../../../shared/tools/inbox.ts'
import { NotPublic } from '../../base/network/network.ts'
import type { Db } from '../../db/connect/connect.ts'
import {
  findInbox,
  listSubscriptions,
  removeSubscription,
  storeInbox,
  storeSubscription,
} from '../../db/inbox/inboxes.ts'
import { countWaiting, listEndedReplies, listExpired, listWaiting } from '../../db/inbox/waiting-calls.ts'
import { Failure } from '../failure.ts'
import { AUTH_BYTES, isPoint } from './encrypt-push.ts'
import { presentWaiting } from './present-waiting.ts'
import type { PushKeys } from './push-keys.ts'
import { isZone } from './quiet-hours.ts'

interface InboxOptions {
  db: Db
  clock: () => Date
  keys: PushKeys
  /** @throws {NotPublic} for an address that is never asked */
  checkAddress: (address: URL) => void
}

const DAY_MS = 24 * 3_600_000

/** What ended before is not told any more, even to somebody who never looked. */
const ENDED_MS = 14 * DAY_MS

const idOf = (endpoint: string) => createHash('sha256').update(endpoint).digest('hex')

/** All that waits for a person, wherever it is, and what ended without them. */
export class Inbox {
  readonly #options: InboxOptions

  constructor(options: InboxOptions) {
    this.#options = options
  }

  async show(wallet: string): Promise<InboxShown> {
    const { db, clock } = this.#options
    const now = clock()
    const { seenAt } = await findInbox(db, wallet)
    const since = new Date(Math.max(seenAt?.getTime() ?? 0, now.getTime() - ENDED_MS))
    const away = { wallet, now, since }
    const [waiting, expired, replies] = await Promise.all([
      listWaiting(db, away, inboxLimits.waiting),
      listExpired(db, away, inboxLimits.ended),
      listEndedReplies(db, away, inboxLimits.ended),
    ])
    const ended = [...expired, ...replies].sort((one, other) => other.at.localeCompare(one.at))
    return { waiting: waiting.map(presentWaiting), ended: ended.slice(0, inboxLimits.ended) }
  }

  count(wallet: string): Promise<number> {
    const { db, clock } = this.#options
    return countWaiting(db, { wallet, now: clock() })
  }

  /** Whatever ended up to now is not told again. */
  seen(wallet: string): Promise<void> {
    const { db, clock } = this.#options
    return storeInbox(db, wallet, { seenAt: clock() })
  }

  async settings(wallet: string): Promise<ShownInboxSettings> {
    const { db } = this.#options
    const [{ quiet }, browsers] = await Promise.all([findInbox(db, wallet), listSubscriptions(db, wallet)])
    return { quiet, browsers: browsers.map(({ id }) => id) }
  }

  /** @throws {Failure} `validation_failed` at the zone */
  async changeSettings(wallet: string, { quiet }: InboxSettings): Promise<ShownInboxSettings> {
    if (quiet && !isZone(quiet.zone)) throw invalid('quiet.zone', 'There is no such time zone.')
    if (quiet && quiet.from === quiet.to)
      throw invalid('quiet.to', 'Quiet hours end at another time than they begin.')
    await storeInbox(this.#options.db, wallet, { quiet })
    return this.settings(wallet)
  }

  /** What a browser has to be told to subscribe. @throws {Failure} `not_ready` if this server can send nothing */
  async pushKey(): Promise<string> {
    const keys = await this.#options.keys.find()
    if (!keys) throw new Failure('not_ready', 'This server can’t send notifications. Its operator knows why.')
    return keys.publicKey
  }

  /** The same browser again is the one that is there. @throws {Failure} `validation_failed` at a field */
  async subscribe(wallet: string, { endpoint, keys }: PushSubscriptionBody): Promise<void> {
    const { db, clock } = this.#options
    const address = URL.parse(endpoint)
    if (!address) throw invalid('endpoint', 'That is no web address.')
    try {
      this.#options.checkAddress(address)
    } catch (error) {
      if (!(error instanceof NotPublic)) throw error
      throw invalid('endpoint', 'No notification can be sent there.')
    }
    if (!isPoint(Buffer.from(keys.p256dh, 'base64url')))
      throw invalid('keys.p256dh', 'That is no key of a browser.')
    if (Buffer.from(keys.auth, 'base64url').length !== AUTH_BYTES)
      throw invalid('keys.auth', 'That is no secret of a browser.')
    const row = { id: idOf(endpoint), wallet, endpoint, ...keys, createdAt: clock() }
    await storeSubscription(db, row, inboxLimits.browsers)
  }

  unsubscribe(wallet: string, endpoint: string): Promise<void> {
    return removeSubscription(this.#options.db, { wallet, id: idOf(endpoint) })
  }
}

const invalid = (field: string, message: string) =>
  new Failure('validation_failed', message, { errors: { [field]: message } })
