import { createHash } from 'node:crypto'
import type { ModelAddress } from '../model-address.ts'
import { ReportedError } from '../model-error.ts'
import type { ModelMessage } from '../provider.ts'
import type { ModelKnowledge } from '../settings/model-knowledge.ts'

/** Of one model. */
const MOST_REMEMBERED = 1_000

/** What one request gives back to the model that it came from. */
export class Carries {
  readonly #address: ModelAddress
  readonly #known: Pick<ModelKnowledge, 'refusedCarries'>
  readonly #sent = new Set<string>()

  constructor(address: ModelAddress, known: Pick<ModelKnowledge, 'refusedCarries'>) {
    this.#address = address
    this.#known = known
  }

  /** Null for what another model sent, and for what this one did not take back. */
  of({ carry }: ModelMessage): string | null {
    const { provider, model, dialect } = this.#address
    if (!carry || carry.provider !== provider || carry.model !== model || carry.dialect !== dialect)
      return null
    const { refusedCarries } = this.#known
    if ((refusedCarries.size > 0 && refusedCarries.has(digestOf(carry.bytes))) || !isJson(carry.bytes))
      return null
    this.#sent.add(carry.bytes)
    return carry.bytes
  }

  /**
   * Whether an error is about what was carried. Then it is not sent again, in this request and all later ones of the
   * conversation, so this is true once.
   */
  dropFor(error: unknown): boolean {
    if (this.#sent.size === 0 || !isAboutCarry(error)) return false
    const { refusedCarries } = this.#known
    for (const bytes of this.#sent) refusedCarries.add(digestOf(bytes))
    this.#sent.clear()
    for (const oldest of refusedCarries) {
      if (refusedCarries.size <= MOST_REMEMBERED) break
      refusedCarries.delete(oldest)
    }
    return true
  }
}

const digestOf = (bytes: string): string => createHash('sha256').update(bytes).digest('base64url')

function isJson(bytes: string): boolean {
  try {
    return typeof JSON.parse(bytes) === 'object'
  } catch {
    return false
  }
}

const EXAMINED_CHARACTERS = 4_000

function isAboutCarry(error: unknown): boolean {
  if (!(error instanceof ReportedError)) return false
  const { status, body } = error
  if (status !== undefined && ![400, 404, 422].includes(status)) return false
  const text = (JSON.stringify(body) ?? '').slice(0, EXAMINED_CHARACTERS)
  return /signature|thinking|reasoning|encrypted_content|\bitem\b[^.]*\bnot found/i.test(text)
}
