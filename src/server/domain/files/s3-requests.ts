import {
  type ClientRequest,
  type IncomingMessage,
  Agent as PlainAgent,
  request as sendPlainly,
} from 'node:http'
import { Agent as SecureAgent, request as sendSecurely } from 'node:https'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { backoff } from '../../llm/http/post.ts'
import { filesUnavailable, readAll } from './file-store.ts'

export interface S3Place {
  /** Such as `https://s3.eu-central-1.amazonaws.com`; buckets are the first part of its paths. */
  endpoint: string
  region: string
  bucket: string
  /** Empty, or ending in a slash. */
  prefix: string
  key: string
  secret: string
}

interface S3Request {
  method: 'GET' | 'PUT' | 'DELETE'
  /** In the bucket; empty for the bucket itself. */
  object: string
  query?: Readonly<Record<string, string>>
  /** Opened for each try. */
  body?: { sha256: string; bytes: number; open: () => AsyncIterable<Uint8Array> }
}

type S3Answer = { is: 'content'; content: AsyncIterable<Uint8Array> } | { is: 'absent' }

const TRIES = 3
/** Until an answer begins; a body may take longer. */
const ANSWER_MS = 15_000
const UPLOAD_MS = 60_000
/** Between two pieces of an answer, and until somebody reads it. */
const PIECE_MS = 15_000
const MOST_CONNECTIONS = 32
const LONGEST_ERROR = 64 * 1024

const EMPTY_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

/** What a server of S3's kind says of a try: some pass by themselves. */
class Refusal extends Error {
  override name = 'S3Refusal'
  readonly mayPass: boolean

  constructor(message: string, mayPass: boolean, cause?: unknown) {
    super(message, { cause })
    this.mayPass = mayPass
  }
}

/** Signed requests to one bucket. No redirect is followed, so nothing goes where the settings do not say. */
export class S3Requests {
  readonly #place: S3Place
  readonly #tryMs: { answer: number; piece: number }
  readonly #agent: PlainAgent | SecureAgent

  constructor(place: S3Place, tryMs = { answer: ANSWER_MS, piece: PIECE_MS }) {
    this.#place = place
    this.#tryMs = tryMs
    const options = { keepAlive: true, maxSockets: MOST_CONNECTIONS }
    this.#agent = place.endpoint.startsWith('https:') ? new SecureAgent(options) : new PlainAgent(options)
  }

  /** @throws {Failure} `files_unavailable` after three tries, or at once for what does not pass by itself */
  async send(request: S3Request): Promise<S3Answer> {
    for (let tries = 1; ; tries++)
      try {
        return await this.#tryOnce(request)
      } catch (error) {
        const mayPass = !(error instanceof Refusal) || error.mayPass
        if (tries === TRIES || !mayPass) throw filesUnavailable(error)
        await wait(backoff(tries - 1))
      }
  }

  close(): void {
    this.#agent.destroy()
  }

  async #tryOnce({ method, object, query = {}, body }: S3Request): Promise<S3Answer> {
    const { endpoint, region, bucket, prefix, key, secret } = this.#place
    const url = new URL(`${endpoint.replace(/\/$/, '')}/${bucket}${object && `/${prefix}${object}`}`)
    url.search = new URLSearchParams(query).toString()
    const signed = await new AwsV4Signer({
      ...{ method, url: url.href, region, service: 's3', accessKeyId: key, secretAccessKey: secret },
      headers: { 'x-amz-content-sha256': body?.sha256 ?? EMPTY_SHA256 },
    }).sign()
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(), body ? UPLOAD_MS + this.#tryMs.answer : this.#tryMs.answer)
    try {
      const send = url.protocol === 'https:' ? sendSecurely : sendPlainly
      const sent = send(signed.url, {
        ...{ method, agent: this.#agent, signal: late.signal },
        headers: {
          ...Object.fromEntries(signed.headers as unknown as Iterable<[string, string]>),
          'content-length': body?.bytes ?? 0,
        },
      })
      return await this.#answerOf(await exchange(sent, body?.open))
    } catch (error) {
      throw late.signal.aborted ? new Refusal('It does not answer in time.', true, error) : error
    } finally {
      clearTimeout(timer)
    }
  }

  async #answerOf(response: IncomingMessage): Promise<S3Answer> {
    const { statusCode: status = 0 } = response
    if (status >= 200 && status < 300) return { is: 'content', content: inTime(response, this.#tryMs.piece) }
    const code = await errorCodeOf(response)
    if (status === 404 && code !== 'NoSuchBucket') return { is: 'absent' }
    throw new Refusal(`It answers ${status} ${code}`.trim(), status === 429 || status >= 500)
  }
}

/** An answer may come before all was sent, such as a refusal. */
async function exchange(
  sent: ClientRequest,
  open: (() => AsyncIterable<Uint8Array>) | undefined,
): Promise<IncomingMessage> {
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve)
    sent.once('error', reject)
  })
  if (!open) {
    sent.end()
    return answered
  }
  const uploaded = pipeline(Readable.from(open(), { objectMode: false }), sent)
  const failed = uploaded.then(() => new Promise<never>(() => {}))
  return Promise.race([answered, failed])
}

async function errorCodeOf(response: IncomingMessage): Promise<string> {
  let text = ''
  for await (const piece of response as AsyncIterable<Buffer>) {
    text += piece.toString()
    if (text.length > LONGEST_ERROR) break
  }
  return /<Code>(\w{1,64})<\/Code>/.exec(text)?.[1] ?? ''
}

/** The connection is given up when no piece comes in time. How slowly somebody takes them is their own matter. */
async function* piecesOf(response: IncomingMessage, pieceMs: number): AsyncGenerator<Uint8Array> {
  const pieces = (response as AsyncIterable<Buffer>)[Symbol.asyncIterator]()
  try {
    for (;;) {
      const timer = setTimeout(() => response.destroy(new Error('No piece came in time.')), pieceMs)
      const next = await pieces.next().finally(() => clearTimeout(timer))
      if (next.done) break
      yield next.value
    }
  } catch (error) {
    throw filesUnavailable(error)
  } finally {
    response.destroy()
  }
}

function inTime(response: IncomingMessage, pieceMs: number): AsyncIterable<Uint8Array> {
  const unread = setTimeout(() => response.destroy(), pieceMs).unref()
  // Until somebody reads, nobody hears that it broke off.
  response.on('error', () => {})
  return {
    [Symbol.asyncIterator]() {
      clearTimeout(unread)
      return piecesOf(response, pieceMs)
    },
  }
}

export const textOf = async (content: AsyncIterable<Uint8Array>): Promise<string> =>
  (await readAll(content)).toString()
