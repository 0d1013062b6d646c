import { setTimeout as wait } from 'node:timers/promises'
import type { Effort } from '../../../shared/models/model-choice.ts'
import type { CompletionEvent } from '../dialects/answer-events.ts'
import type { EncodedRequest } from '../dialects/protocol.ts'
import { protocols } from '../dialects/protocols.ts'
import { httpFetch } from '../http/http-fetch.ts'
import { postToModel } from '../http/post.ts'
import type { ModelAddress } from '../model-address.ts'
import type { ModelEvent, ModelProvider, ModelRequest } from '../provider.ts'
import { ReasoningSeparator } from '../reasoning/separate-reasoning.ts'
import { knowledgeOf, type ModelKnowledge } from '../settings/model-knowledge.ts'
import { MODEL_TIMEOUT_MS } from '../settings/model-settings.ts'
import { acceptedBy } from './accepted-settings.ts'
import { Answer } from './answer.ts'
import { Carries } from './carries.ts'
import { askSeeing, seesPictures } from './pictures.ts'
import { toModelError } from './to-model-error.ts'

/**
 * Milliseconds for which text is collected after the first of it: as long as readers wait for the next words anyway
 * (see `eventStream`). Passing on each word by itself would cost twice as much where many replies run.
 */
const COLLECT_MS = 40

/**
 * A model behind one of the three dialects. Two retries, ten minutes and typed errors are those of sections 8 and 9. What
 * it refuses by name is left out or changed from then on.
 * @param pause for tests: resolves when what arrives has been collected for a moment
 */
export function createModel(address: ModelAddress, pause = () => wait(COLLECT_MS)): ModelProvider {
  const { apiKey, log, model, provider, dialect } = address
  const known = knowledgeOf(address.baseUrl, model)
  const asking = new Asking(address, known)
  return async function* askModel(request: ModelRequest, signal: AbortSignal) {
    const collectMore = () => (request.mayCollect?.() ? pause() : undefined)
    // Leaving the loop early closes the connection as well.
    const left = new AbortController()
    const gone = { signal: AbortSignal.any([signal, left.signal]), abort: () => left.abort() }
    let isOver = false
    try {
      for (let round = 1; !isOver; round++) {
        const { answer, unseen, room } = await asking.begin(request, gone, collectMore)
        if (unseen && round === 1) yield { type: 'unseen' }
        const separator = new ReasoningSeparator<CompletionEvent>(known)
        const thoughts = new ThoughtsOf(known, request.effort)
        try {
          for (let events = await answer.next(); events && !isOver; events = await answer.next())
            for (const event of events) {
              if (thoughts.tookAll(event, room) && round === 1) {
                log?.info({ model }, 'the model only thought, and is asked again with room for its thoughts')
                break
              }
              for (const piece of separator.take(event)) {
                if (piece.type === 'words') answer.spoke()
                if (piece.type === 'reasoning') answer.collect()
                isOver = piece.type === 'end'
                yield piece.type === 'carry'
                  ? { type: 'carry', carry: { provider, model, dialect, bytes: piece.bytes } }
                  : (piece as ModelEvent)
              }
            }
        } catch (error) {
          yield* separator.broken()
          throw error
        } finally {
          answer.close()
        }
      }
    } catch (error) {
      if (!signal.aborted) throw toModelError(error, apiKey, request.messages)
    } finally {
      if (!isOver) left.abort()
    }
  }
}

/** Whether an answer is all thoughts: its limit covered them, and nobody knew. */
class ThoughtsOf {
  readonly #known: ModelKnowledge
  readonly #effort: Effort | undefined
  #hasAnswered = false

  constructor(known: ModelKnowledge, effort: Effort | undefined) {
    this.#known = known
    this.#effort = effort
  }

  tookAll(event: CompletionEvent, room: number): boolean {
    if (event.type === 'words' || event.type === 'calls') this.#hasAnswered = true
    if (event.type === 'reasoning') this.#known.thinks = true
    if (event.type !== 'end') return false
    if (event.usage?.reasoning) this.#known.thinks = true
    if (event.reason !== 'length' || this.#hasAnswered || room > 0) return false
    this.#known.thinks = true
    // It thinks though it was told not to.
    if (this.#effort === 'none') this.#known.refused = new Set([...this.#known.refused, 'effort_none'])
    return !this.#known.refused.has('room')
  }
}

/** Asks one model, as it wants to be asked. */
class Asking {
  readonly #address: ModelAddress
  readonly #known: ModelKnowledge
  readonly #askAccepted: ReturnType<typeof acceptedBy>

  constructor(address: ModelAddress, known: ModelKnowledge) {
    this.#address = address
    this.#known = known
    this.#askAccepted = acceptedBy(known, (setting) =>
      address.log?.warn(
        { model: address.model, parameter: setting },
        'the model refuses a parameter and is asked without it',
      ),
    )
  }

  async begin(
    request: ModelRequest,
    gone: { signal: AbortSignal; abort: () => void },
    collectMore: () => Promise<unknown> | undefined,
  ) {
    const { model, facts, log } = this.#address
    const carries = new Carries(this.#address, this.#known)
    const askOnce = async (withPictures: boolean) =>
      this.#askAccepted((without) => {
        const encoded = protocols[this.#address.dialect].encode({
          ...{ model, request, withPictures, without },
          thinks: facts?.reasons ?? (this.#known.thinks || null),
          windowTokens: facts?.windowTokens,
          asksUsage: this.#address.asksUsage ?? true,
          carryOf: (message) => carries.of(message),
        })
        return { sent: encoded.sent, answer: this.#post(encoded, request, gone, collectMore) }
      }, gone.signal)
    const askRepaired = async (withPictures: boolean) => {
      try {
        return await askOnce(withPictures)
      } catch (error) {
        if (gone.signal.aborted || !carries.dropFor(error)) throw error
        log?.warn({ model }, 'the model does not take back what it sent, and is asked without it')
        return await askOnce(withPictures)
      }
    }
    const { answer, unseen } = await askSeeing(request.messages, {
      sees: facts?.sees ?? seesPictures(model),
      known: this.#known,
      ask: askRepaired,
    })
    return { ...answer, unseen }
  }

  async #post(
    { body, room }: EncodedRequest,
    request: ModelRequest,
    { signal, abort }: { signal: AbortSignal; abort: () => void },
    collectMore: () => Promise<unknown> | undefined,
  ) {
    const { dialect, baseUrl, apiKey, send = httpFetch, timeoutMs = MODEL_TIMEOUT_MS } = this.#address
    const { path, headers, reader } = protocols[dialect]
    const response = await postToModel({
      ...{ send, timeoutMs, signal },
      url: baseUrl.replace(/\/+$/, '') + path,
      headers: { 'content-type': 'application/json', ...headers(apiKey) },
      body: JSON.stringify(body),
    })
    const answer = new Answer(response, {
      ...{ timeoutMs, collectMore, abort },
      reader: reader({ awaitsUsage: 'stream_options' in body, carries: request.offered !== undefined }),
    })
    return { answer: await answer.begin(), room }
  }
}
