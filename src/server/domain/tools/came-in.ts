import type { ReplyPart } from '../../../shared/chat/part-kinds.ts'
import type { ToolStatus } from '../../../shared/tools/tool-fields.ts'
import { joinMarks } from './decide-consent.ts'
import type { Marks } from './tool.ts'

const PRIVATE: Marks = { untrusted: false, private: true }
const BOTH: Marks = { untrusted: true, private: true }

/** Whether a model reads words of whoever was asked: they also tell why something failed. */
export const hasCome = ({ state }: ToolStatus): boolean => state === 'done' || state === 'failed'

/** What the model of one reply has read so far: it decides about what the model then asks for. */
export class CameIn {
  #marks: Marks
  #hasMaterial: boolean
  #tellsMemory = false

  /** @param hasMaterial whether text of others is in it beside what the agent itself is */
  constructor(marks: Marks, hasMaterial = false) {
    this.#marks = marks
    this.#hasMaterial = hasMaterial
  }

  /** Beside what a model remembers of the person, a file of theirs is text of others, too: it may have come from anybody. */
  get marks(): Marks {
    return this.#tellsMemory && this.#hasMaterial ? BOTH : this.#marks
  }

  get hasMaterial(): boolean {
    return this.#hasMaterial
  }

  /** Passages that the model was given are a part of its reply before anything is called. */
  readPrompt(parts: readonly Pick<ReplyPart, 'kind'>[], tellsMemory: boolean): void {
    this.#hasMaterial ||= parts.some(({ kind }) => kind === 'sources')
    this.#tellsMemory ||= tellsMemory
    this.#marks = this.bringing(this.#marks)
  }

  take(status: ToolStatus, brings: Marks): void {
    if (!hasCome(status)) return
    this.#marks = joinMarks(this.#marks, brings)
    this.#hasMaterial ||= brings.untrusted
  }

  /** What a call brings: what a model remembers of the person may be in anything that it writes. */
  bringing(own: Marks): Marks {
    return this.#tellsMemory ? joinMarks(own, PRIVATE) : own
  }
}
