import { type ModelRef, partsOfRef } from '../../../shared/models/model-choice.ts'
import type { ModelFacts } from '../../../shared/models/models.ts'
import { BackgroundWork } from '../../base/background-work.ts'
import type { Logger } from '../../base/log.ts'
import type { ServerSecret } from '../../base/secrets/server-secret.ts'
import type { Db } from '../../db/connect/connect.ts'
import {
  type AnsweringKey,
  existingModelKeys,
  noteModelKeyUse,
  noticeOfKey,
} from '../../db/models/model-keys.ts'
import type { SendRequest } from '../../llm/model-address.ts'
import { ModelError } from '../../llm/model-error.ts'
import type { ModelProvider } from '../../llm/provider.ts'
import { LiveKeys } from '../live-keys.ts'
import { placeOfStored } from './key-place.ts'
import type { ModelProtocols } from './model-protocols.ts'
import { openKey } from './sealed-keys.ts'
import type { KeyedModel } from './usable-model.ts'

/** The minimum time between two updates of a key's last use, in milliseconds: each update is a write. */
const NOTE_USE_MS = 60_000

export interface KeyAnswersOptions {
  db: Db
  clock: () => Date
  log: Logger
  secret: ServerSecret
  send: SendRequest
  protocols: ModelProtocols
  /** What is taken for granted of a model of which its provider says nothing. */
  assumedOf: (model: string) => ModelFacts
}

/** Asks models with people's own keys, and ends what it asked once a key is removed. */
export class KeyAnswers {
  readonly #options: KeyAnswersOptions
  readonly #live: LiveKeys
  readonly #notedAt = new Map<string, number>()
  readonly #noting = new BackgroundWork()

  constructor(options: KeyAnswersOptions) {
    const { db, clock, log } = options
    this.#options = options
    const stillValid = async (notices: readonly string[]) => {
      const ids = notices.map((notice) => notice.slice(noticeOfKey('').length))
      return new Set([...(await existingModelKeys(db, ids))].map(noticeOfKey))
    }
    this.#live = new LiveKeys({ stillValid, clock, log })
  }

  /** Is aborted when the key is removed. To be taken before the key is looked up, so that no removal is missed. */
  removalOf(id: string): AbortSignal {
    return this.#live.signalOf(noticeOfKey(id), null)
  }

  modelOf(row: AnsweringKey, ref: ModelRef, removed: AbortSignal): KeyedModel {
    const { model } = partsOfRef(ref)
    const { model: _, ...facts } = row.listed ?? { model, ...this.#options.assumedOf(model) }
    return {
      ref,
      engine: { kind: 'provider', model },
      provider: placeOfStored(row).provider,
      model,
      facts,
      ask: this.#asking(row, { model, facts, removed }),
      keyId: row.id,
      wallet: row.wallet,
      caps: row.caps,
    }
  }

  end(notices: readonly string[]): void {
    this.#live.end(notices)
  }

  /** Never rejects. */
  flush(): Promise<void> {
    return this.#noting.settled()
  }

  async close(): Promise<void> {
    this.#live.close()
    await this.flush()
  }

  /** The key is decrypted with the request, and forgotten after it. */
  #asking(row: AnsweringKey, of: { model: string; facts: ModelFacts; removed: AbortSignal }): ModelProvider {
    const { removed, ...model } = of
    const { secret, send, protocols, log } = this.#options
    const live = this.#live
    const notice = noticeOfKey(row.id)
    const noteUse = () => this.#noteUse(row)
    return async function* askWithKey(request, signal) {
      const over = live.begin(notice)
      try {
        const apiKey = openKey(await secret.box(), row)
        if (apiKey === null)
          throw new ModelError('AuthenticationError', 'No secret of this server decrypts the key.')
        if (removed.aborted) throw removedError()
        noteUse()
        const { dialect, address: baseUrl } = row
        const place = { dialect, provider: row.id, baseUrl, apiKey, send, log, ...model }
        yield* protocols.createModel(place)(request, AbortSignal.any([signal, removed]))
        if (removed.aborted && !signal.aborted) throw removedError()
      } catch (error) {
        // An abort may also be told by throwing.
        throw removed.aborted && !signal.aborted ? removedError() : error
      } finally {
        over()
      }
    }
  }

  #noteUse({ id, lastUsedAt }: AnsweringKey): void {
    const { db, log, clock } = this.#options
    const now = clock()
    const last = Math.max(lastUsedAt?.getTime() ?? 0, this.#notedAt.get(id) ?? 0)
    if (now.getTime() - last < NOTE_USE_MS) return
    this.#forgetOld(now.getTime())
    this.#notedAt.set(id, now.getTime())
    this.#noting.add(noteModelKeyUse(db, id, now), (error) =>
      log.debug({ err: error }, 'the use of a key can not be noted now'),
    )
  }

  #forgetOld(now: number): void {
    for (const [id, at] of this.#notedAt) if (now - at >= NOTE_USE_MS) this.#notedAt.delete(id)
  }
}

const removedError = () => new ModelError('PermissionDeniedError', 'The key was removed.')
