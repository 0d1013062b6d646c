import type { PartEvent, WholeEvent } from '../../../shared/chat/part-kinds.ts'
import type { ToolStatus } from '../../../shared/tools/tool-fields.ts'
import { toolLimits } from '../../../shared/tools/tool-states.ts'
import type { ToolCallRow } from '../../db/tools/tool-calls.ts'
import type { Carry, OfferedTools } from '../../llm/provider.ts'
import type { EndedStep, NextStep, ReplyTools } from '../chat/reply-tools.ts'
import type { PartWriter } from '../chat/write-parts.ts'
import { type CallLedger, TOO_MANY_WAIT } from './call-ledger.ts'
import { statusOfRow } from './call-status.ts'
import { CameIn } from './came-in.ts'
import { argumentsOf, type PlannedCall, planCall } from './plan-call.ts'
import { doneStatus, failedStatus, runCall } from './run-call.ts'
import { answersIn, toldCalls } from './told-calls.ts'
import type { Marks, Tool, ToolContext, ToolOutcome } from './tool.ts'

interface ActingOptions {
  tools: readonly Tool[]
  /** Whether others are not among them, which need a person. */
  leftOut?: boolean
  context: ToolContext
  /** Of everything that the model reads before it calls anything. */
  marks: Marks
  /** Whether text of others is in that beside what the agent itself is. */
  hasMaterial?: boolean
  isGranted: (tool: Tool) => boolean
  /** Null for a reply that nobody keeps: in it nothing can wait. */
  ledger: CallLedger | null
  /** Whether a person can be asked and waited for. */
  mayWait: boolean
  carries?: ReadonlyMap<number, Carry> | undefined
  clock: () => Date
}

/** Does what the model of one reply asks for: what may be done at once is done, the rest waits for its person. */
export class Acting implements ReplyTools {
  readonly #options: ActingOptions
  readonly #tools: ReadonlyMap<string, Tool>
  readonly #carries: Map<number, Carry>
  readonly #cameIn: CameIn

  constructor(options: ActingOptions) {
    this.#options = options
    this.#tools = new Map(options.tools.map((tool) => [tool.name, tool]))
    this.#carries = new Map(options.carries)
    this.#cameIn = new CameIn(options.marks, options.hasMaterial)
  }

  get leftOut(): boolean {
    return this.#options.leftOut ?? false
  }

  get offered(): OfferedTools | null {
    if (this.#tools.size === 0) return null
    const tools = Array.from(this.#tools.values(), ({ name, description, parameters }) => ({
      type: 'function',
      function: { name, description, parameters },
    }))
    return { tools }
  }

  async *goOn(ended: EndedStep): AsyncGenerator<PartEvent, NextStep> {
    const { writer, step, calls, carry, signal } = ended
    if (calls.length === 0) return null
    this.#cameIn.readPrompt(writer.parts, ended.tellsMemory)
    if (carry) await this.#keepCarry(step, carry)
    const planned: PlannedCall[] = []
    for (const call of calls) {
      const one = await planCall(call, step, this.#plan(writer))
      const begun = writer.begin('tool', one.part)
      planned.push({ ...one, id: begun.id })
      yield begun
    }
    const { ledger, isGranted } = this.#options
    const tooMany = ledger ? await ledger.intend(planned, ({ tool }) => tool !== null && isGranted(tool)) : []
    if (tooMany === null) return null
    for (const call of planned)
      if (tooMany.includes(call.part.call)) yield this.#change(writer, call, failedStatus(TOO_MANY_WAIT))
    yield* this.#work(writer, planned, signal)
    return this.#next(writer, step)
  }

  async *resume(
    writer: PartWriter,
    signal: AbortSignal,
    tellsMemory: boolean,
  ): AsyncGenerator<PartEvent, NextStep> {
    this.#cameIn.readPrompt(writer.parts, tellsMemory)
    const planned = await this.#begun(writer)
    yield* this.#refresh(writer, planned)
    yield* this.#work(writer, planned, signal)
    return this.#next(writer, null)
  }

  #plan(writer: PartWriter) {
    const { context, isGranted, ledger, mayWait, clock } = this.#options
    const had = writer.parts.filter(({ kind }) => kind === 'tool').length
    const left = toolLimits.calls - had
    return {
      tools: this.#tools,
      context: { ...context, answered: [...(context.answered ?? []), ...answersIn(writer.parts)] },
      cameIn: this.#cameIn,
      isGranted,
      mayWait: mayWait && ledger !== null,
      left,
      now: clock(),
    }
  }

  /** The calls of a reply that goes on; those that have ended only mark what has come in. */
  async #begun(writer: PartWriter): Promise<PlannedCall[]> {
    const planned: PlannedCall[] = []
    for (const part of writer.parts) {
      if (part.kind !== 'tool') continue
      const { id, kind: _, revision: __, ...call } = part
      this.#cameIn.take(call.status, call.brings)
      const args = argumentsOf(call.arguments) ?? {}
      const named = this.#tools.get(call.name)
      const found = named?.resolve ? await named.resolve(args) : named && { tool: named, args }
      planned.push({ part: call, id, tool: found?.tool ?? null, args: found?.args ?? args, rounds: 0 })
    }
    return planned
  }

  /** Does what is allowed, all at once, until nothing more is: meanwhile a person may have decided about the others. */
  async *#work(writer: PartWriter, planned: PlannedCall[], signal: AbortSignal): AsyncGenerator<PartEvent> {
    while (!signal.aborted) {
      const due = planned.filter(({ part }) => part.status.state === 'allowed')
      if (due.length > 0) yield* this.#runAll(writer, due, signal)
      const waits = planned.some(({ part }) => part.status.state === 'waiting')
      if (waits) yield* this.#refresh(writer, planned)
      if (!planned.some(({ part }) => part.status.state === 'allowed')) return
    }
  }

  async *#runAll(
    writer: PartWriter,
    due: readonly PlannedCall[],
    signal: AbortSignal,
  ): AsyncGenerator<PartEvent> {
    const running = new Map<PlannedCall, Promise<{ call: PlannedCall; status: ToolStatus | null }>>()
    for (const call of due) {
      const { tool, args, answer } = call
      if (!tool || (call.pin !== undefined && call.pin !== tool.pin)) {
        const why = tool ? CHANGED : GONE
        await this.#options.ledger?.drop(call, why)
        yield this.#change(writer, call, failedStatus(why))
        continue
      }
      if (!((await this.#options.ledger?.sent(call)) ?? true)) {
        // Another server has it, or a person has ended it.
        yield this.#change(writer, call, { state: 'unknown', since: this.#options.clock().toISOString() })
        continue
      }
      yield this.#change(writer, call, { state: 'running', since: this.#options.clock().toISOString() })
      const { context } = this.#options
      const run = async () => {
        const within = { context: { ...context, call: call.part.call }, answer, signal }
        const { outcome, ms } = await runCall(tool, args, within)
        // What was cut off from here may have happened, and stays as it was sent.
        const isCut = signal.aborted && outcome.kind !== 'done'
        return { call, status: isCut ? null : await this.#cameOf(call, outcome, ms) }
      }
      const ran = run()
      // The database may fail of one while another is waited for.
      ran.catch(() => {})
      running.set(call, ran)
    }
    while (running.size > 0) {
      const { call, status } = await Promise.race(running.values())
      running.delete(call)
      if (status && !signal.aborted) yield this.#change(writer, call, status)
    }
  }

  async #cameOf(call: PlannedCall, outcome: ToolOutcome, ms: number): Promise<ToolStatus> {
    const row = await this.#options.ledger?.came(call, outcome)
    if (outcome.kind === 'done') {
      const brings = this.#cameIn.bringing(outcome.marks ?? call.tool?.marks ?? call.part.brings)
      call.part = { ...call.part, brings }
      const { status } = doneStatus(outcome.text, ms)
      this.#cameIn.take(status, brings)
      return status
    }
    if (row) this.#follow(call, row)
    const why = outcome.kind === 'failed' ? outcome.why : 'It asks a person, and none can be asked here.'
    const status = row ? statusOfRow(row) : failedStatus(why)
    this.#cameIn.take(status, call.part.brings)
    return status
  }

  /** Takes in what was decided meanwhile. */
  async *#refresh(writer: PartWriter, planned: readonly PlannedCall[]): AsyncGenerator<PartEvent> {
    const { ledger } = this.#options
    const rows = new Map((await ledger?.list())?.map((row) => [row.id, row]))
    for (const call of planned) {
      const { state } = call.part.status
      if (state !== 'waiting' && state !== 'allowed' && state !== 'running' && state !== 'unknown') continue
      const row = rows.get(call.part.call)
      if (!row) {
        // Only what may be repeated has no row.
        if (state === 'running') yield this.#change(writer, call, { state: 'allowed' })
        continue
      }
      call.pin = row.pin
      this.#follow(call, row)
      call.answer = await ledger?.answerTo(row)
      if (row.state === state) continue
      yield this.#change(writer, call, statusOfRow(row))
    }
  }

  #next(writer: PartWriter, step: number | null): NextStep {
    const waits = writer.parts.some(
      (part) => part.kind === 'tool' && (part.status.state === 'waiting' || part.status.state === 'unknown'),
    )
    if (waits) return 'waits'
    const { steps } = toldCalls(writer.parts, (of) => this.#carries.get(of))
    return {
      told: steps.filter((one) => step === null || one.step === step).flatMap(({ messages }) => messages),
    }
  }

  #follow(call: PlannedCall, { rounds, digest }: ToolCallRow): void {
    call.rounds = rounds
    call.part = { ...call.part, digest }
  }

  #change(writer: PartWriter, call: PlannedCall, status: ToolStatus): WholeEvent {
    call.part = { ...call.part, status }
    return writer.change('tool', call.id, { status, brings: call.part.brings, digest: call.part.digest })
  }

  async #keepCarry(step: number, carry: Carry) {
    this.#carries.set(step, carry)
    await this.#options.ledger?.carry(step, carry)
  }
}

const GONE = 'There is no such tool any more.'
const CHANGED = 'This tool has changed since it was allowed, so it was not used. Ask for it again.'
