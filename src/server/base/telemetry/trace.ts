import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { passItems } from '../pass-items.ts'
import type { Sampler, TraceContext } from './trace-context.ts'

export type AttributeValue = string | number | boolean
export type Attributes = Record<string, AttributeValue | undefined>

export type SpanKind = 'internal' | 'server' | 'client'

export interface FinishedSpan {
  name: string
  kind: SpanKind
  traceId: string
  spanId: string
  parentId: string | undefined
  /** Milliseconds since 1970, with fractions. */
  began: number
  ended: number
  attributes: Attributes
  events: readonly { name: string; at: number }[]
  links: readonly TraceContext[]
  failed: boolean
}

/** Of one request with all that it begins; what comes after them is only counted. */
const MOST_SPANS = 128

/** What the spans of one request share. The clock of a trace never goes back. */
class LocalTrace {
  readonly traceId: string
  readonly record: (span: FinishedSpan) => void
  readonly #epoch = Date.now() - performance.now()
  #left = MOST_SPANS
  #open = 0
  leftOut = 0

  constructor(traceId: string, record: (span: FinishedSpan) => void) {
    this.traceId = traceId
    this.record = record
  }

  now(): number {
    return this.#epoch + performance.now()
  }

  begun(): void {
    this.#open++
  }

  over(): void {
    this.#open--
  }

  mayBegin(): boolean {
    // A timer that a request has started goes on in its context, and is no part of it any more.
    if (this.#open === 0) return false
    if (this.#left > 0) {
      this.#left--
      return true
    }
    this.leftOut++
    return false
  }
}

interface SpanOptions {
  kind?: SpanKind
  attributes?: Attributes
}

/** A piece of work in a trace. It holds no content, no wallets and no ids of what is stored. */
export class Span implements TraceContext {
  readonly spanId = randomUUID().replaceAll('-', '').slice(16)
  readonly sampled = true
  readonly #trace: LocalTrace
  readonly #parentId: string | undefined
  readonly #kind: SpanKind
  readonly #attributes: Attributes
  readonly #events: { name: string; at: number }[] = []
  readonly #links: TraceContext[] = []
  readonly #began: number
  #failed = false
  #isOver = false
  name: string

  constructor(name: string, trace: LocalTrace, parentId: string | undefined, options: SpanOptions = {}) {
    this.name = name
    this.#trace = trace
    this.#parentId = parentId
    this.#kind = options.kind ?? 'internal'
    this.#attributes = { ...options.attributes }
    this.#began = trace.now()
    trace.begun()
  }

  get traceId(): string {
    return this.#trace.traceId
  }

  /** @returns undefined if the trace has too many already */
  child(name: string, options?: SpanOptions): Span | undefined {
    return this.#trace.mayBegin() ? new Span(name, this.#trace, this.spanId, options) : undefined
  }

  /** A span of this server in a trace of another one, linked with this one. */
  childOf(remote: TraceContext, name: string): Span {
    const trace = new LocalTrace(remote.traceId, this.#trace.record)
    const span = new Span(name, trace, remote.spanId)
    span.link(this)
    return span
  }

  set(attributes: Attributes): void {
    Object.assign(this.#attributes, attributes)
  }

  event(name: string): void {
    this.#events.push({ name, at: this.#trace.now() })
  }

  link({ traceId, spanId, sampled }: TraceContext): void {
    this.#links.push({ traceId, spanId, sampled })
  }

  fail(errorType: string): void {
    this.#failed = true
    this.#attributes['error.type'] = errorType
  }

  /** Has an effect once. */
  end(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#trace.over()
    const { leftOut } = this.#trace
    if (leftOut > 0 && this.#kind !== 'client') this.#attributes['bionic.spans_left_out'] = leftOut
    this.#trace.record({
      ...{ name: this.name, kind: this.#kind, traceId: this.traceId, spanId: this.spanId },
      ...{ parentId: this.#parentId, began: this.#began, ended: this.#trace.now() },
      ...{ attributes: this.#attributes, events: this.#events, links: this.#links, failed: this.#failed },
    })
  }
}

/** Begins the traces of requests. Without one nothing is recorded, and all that follows costs a look-up. */
export class Tracer {
  readonly #sampler: Sampler
  readonly #record: (span: FinishedSpan) => void

  constructor(sampler: Sampler, record: (span: FinishedSpan) => void) {
    this.#sampler = sampler
    this.#record = record
  }

  /** @returns undefined if this trace is not recorded */
  begin(
    traceId: string,
    parent: TraceContext | undefined,
    name: string,
    options?: SpanOptions,
  ): Span | undefined {
    if (!this.#sampler.takes(traceId, parent)) return undefined
    return new Span(name, new LocalTrace(traceId, this.#record), parent?.spanId, options)
  }
}

const current = new AsyncLocalStorage<Span>()

export function currentSpan(): Span | undefined {
  return current.getStore()
}

export function within<Result>(span: Span | undefined, work: () => Result): Result {
  return span ? current.run(span, work) : work()
}

/** Works within a span of its own, where a trace is recorded. What it throws fails the span by its kind. */
export function inSpan<Result>(
  name: string,
  work: () => Promise<Result>,
  options?: SpanOptions,
): Promise<Result> {
  const span = current.getStore()?.child(name, options)
  return span ? untilOver(span, work) : work()
}

async function untilOver<Result>(span: Span, work: () => Promise<Result>): Promise<Result> {
  try {
    return await current.run(span, work)
  } catch (error) {
    span.fail(errorTypeOf(error))
    throw error
  } finally {
    span.end()
  }
}

/** Takes each item within a span, which ends with the last one. A generator by itself would run where it is read. */
export function iterateIn<Item>(span: Span, items: AsyncIterable<Item>): AsyncIterableIterator<Item> {
  const iterator = items[Symbol.asyncIterator]()
  const inside: AsyncIterator<Item> = {
    next: () => current.run(span, () => iterator.next()),
    async return() {
      await current.run(span, () => iterator.return?.())
      return { done: true, value: undefined }
    },
  }
  return passItems({ [Symbol.asyncIterator]: () => inside }, { over: () => span.end() })
}

const code = /^[A-Z0-9_]{2,40}$/

/** The code or the name of an error: one of few, and never its message. */
export function errorTypeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { code: given } = error as Error & { code?: unknown }
  return typeof given === 'string' && code.test(given) ? given : error.name
}
