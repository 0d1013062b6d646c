export type Body = Record<string, unknown>

/** What an answer says. */
export interface Script {
  thoughts?: string
  words?: string
  calls?: readonly { id: string; name: string; arguments: string }[]
  /** `refusal` says the words as one. */
  end?: 'refusal' | 'cut' | 'filter'
}

export interface Refusal {
  message: string
  param?: string
  code?: string
}

/** How one provider differs from others of its dialect. */
export interface Rules {
  name: string
  dialect: 'chat' | 'responses' | 'messages'
  model: string
  /** What it refuses beyond what its dialect does. */
  refuse?(body: Body): Refusal | null
  /** The limit covers thoughts, of which it has this many tokens. */
  thoughtTokens?: number
  /** In chat completions: how thoughts come, and what has to come back with calls. */
  thinksIn?: 'text' | 'reasoning_content' | 'reasoning_details' | 'nothing'
  signsCalls?: boolean
}

export interface Asked {
  rules: Rules
  body: Body
  signatures: Signatures
}

export interface Family {
  path: string
  refuse(asked: Asked): Refusal | null
  refusal(refusal: Refusal): object
  /** Whether thoughts take all of the limit. */
  isEaten(asked: Asked): boolean
  stream(script: Script, asked: Asked): string
}

/** What a model signs, and takes back as it was alone. */
export class Signatures {
  readonly #model: string
  readonly #known = new Set<string>()
  #count = 0

  constructor(model: string) {
    this.#model = model
  }

  /** It has characters that a careless copy would write otherwise. */
  sign(): string {
    const signature = `${this.#model}/${this.#count++}+"\\\u2028é=`
    this.#known.add(signature)
    return signature
  }

  isOwn(signature: unknown): boolean {
    return typeof signature === 'string' && this.#known.has(signature)
  }

  forget(): void {
    this.#known.clear()
  }
}

export const listOf = (value: unknown): Body[] => (Array.isArray(value) ? (value as Body[]) : [])

/** A text as a model sends it, word by word. */
export const piecesOf = (text: string): string[] => text.split(/(?<=\s)(?=\S)/)

export const PICTURE_REFUSED = 'This model does not support image input.'
