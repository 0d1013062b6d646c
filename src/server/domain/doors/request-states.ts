import type { SecretBox } from '../../base/secrets/secret-box.ts'
import type { Caller } from './door-questions.ts'

const MOST_CHARACTERS = 64 * 1024

/** What a program keeps for this place until it asks again: nobody else can read it, change it or send it with another key. */
export class RequestStates {
  readonly #secrets: () => Promise<SecretBox>

  constructor({ secrets }: { secrets: () => Promise<SecretBox> }) {
    this.#secrets = secrets
  }

  async seal(caller: Caller, state: unknown): Promise<string> {
    const { bytes, secretId } = (await this.#secrets()).seal(JSON.stringify(state), boundTo(caller))
    return `${secretId}.${Buffer.from(bytes).toString('base64url')}`
  }

  /** Null for a text that was not sealed here for this caller. */
  async open(caller: Caller, sealed: string): Promise<unknown> {
    const [, secretId, text] = /^([0-9a-f]{1,32})\.([\w-]+)$/.exec(sealed) ?? []
    if (secretId === undefined || text === undefined || sealed.length > MOST_CHARACTERS) return null
    const opened = (await this.#secrets()).open(
      { bytes: Buffer.from(text, 'base64url'), secretId },
      boundTo(caller),
    )
    return opened === null ? null : JSON.parse(opened)
  }
}

const boundTo = ({ wallet, keyId }: Caller) => ['request state', wallet ?? '', keyId ?? '']
