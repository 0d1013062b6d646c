import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** What happens to a request in place of its answer. */
export type Trouble = { status: number } | 'cut' | 'cut content' | 'silence'

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex')
const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest()

/**
 * A server of S3's kind with one bucket, in memory, which trusts no request: each signature is computed anew from what
 * arrived (Signature Version 4), and content has to be what its signed hash says.
 */
export class S3Server {
  readonly bucket = 'bionic-files'
  readonly key = 'AKIDEXAMPLE'
  readonly secret = 'a secret of the bucket alone'
  readonly region = 'eu-test-1'
  readonly objects = new Map<string, { content: Buffer; at: Date }>()
  /** Method and path of all requests, refused ones too. */
  readonly requests: string[] = []
  /** For the next requests, one each. */
  readonly troubles: Trouble[] = []
  /** Whether it refuses all requests for the time being. */
  isOut = false
  /** Milliseconds before each answer. */
  delayMs = 0
  /** Files in one page of a list. */
  page = 1_000
  readonly #server = createServer((request, response) => void this.#take(request, response))

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return this
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** As an operator sets it. */
  get settings() {
    return {
      FILES: `s3://${this.bucket}/of/this-place`,
      FILES_ENDPOINT: this.endpoint,
      FILES_REGION: this.region,
      FILES_KEY: this.key,
      FILES_SECRET: this.secret,
    }
  }

  get hashes(): string[] {
    return [...this.objects.keys()].map((name) => name.replace(/^.*\//, '')).sort()
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.endpoint)
    this.requests.push(`${request.method} ${url.pathname}`)
    const trouble = this.troubles.shift()
    if (trouble === 'cut') return void request.socket.destroy()
    if (trouble === 'silence') return
    const content = await buffer(request).catch(() => null)
    if (!content) return
    if (this.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, this.delayMs))
    if (this.isOut) return void refuse(response, 503, 'SlowDown')
    if (typeof trouble === 'object') return void refuse(response, trouble.status, 'SlowDown')
    const wrong = this.#wrongWith(request, url, content)
    if (wrong) return void refuse(response, 403, wrong)
    this.#answer(request, url, content, response, trouble === 'cut content')
  }

  /** By the published procedure, and by nothing of the client's code. */
  #wrongWith({ method, headers }: IncomingMessage, url: URL, content: Buffer): string | null {
    const form =
      /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=(\w{64})$/
    const [, key, day = '', region = '', names = '', signature = ''] =
      form.exec(headers.authorization ?? '') ?? []
    const time = String(headers['x-amz-date'])
    const hash = String(headers['x-amz-content-sha256'])
    if (key !== this.key || region !== this.region || !time.startsWith(day)) return 'InvalidAccessKeyId'
    if (!names.split(';').includes('host') || !names.includes('x-amz-content-sha256')) return 'AccessDenied'
    if (hash !== sha256(content)) return 'XAmzContentSHA256Mismatch'
    const query = [...url.searchParams]
      .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
      .sort()
      .join('&')
    const signed = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`)
    const canonical = [method, url.pathname, query, signed.join(''), names, hash].join('\n')
    const scope = `${day}/${region}/s3/aws4_request`
    const signing = ['s3', 'aws4_request'].reduce<Buffer>(
      (with_, part) => hmac(with_, part),
      hmac(hmac(`AWS4${this.secret}`, day), region),
    )
    const expected = hmac(signing, ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n'))
    return timingSafeEqual(expected, Buffer.from(signature, 'hex')) ? null : 'SignatureDoesNotMatch'
  }

  #answer(
    { method }: IncomingMessage,
    url: URL,
    content: Buffer,
    response: ServerResponse,
    isCut: boolean,
  ): void {
    const [, bucket, ...path] = url.pathname.split('/')
    const name = path.join('/')
    if (bucket !== this.bucket) return void refuse(response, 404, 'NoSuchBucket')
    if (name === '') return void this.#list(url.searchParams, response)
    switch (method) {
      case 'PUT':
        this.objects.set(name, { content, at: new Date() })
        return void response.writeHead(200).end()
      case 'DELETE':
        this.objects.delete(name)
        return void response.writeHead(204).end()
      case 'GET': {
        const found = this.objects.get(name)
        if (!found) return void refuse(response, 404, 'NoSuchKey')
        response.writeHead(200, { 'content-length': found.content.length })
        if (!isCut) return void response.end(found.content)
        response.write(found.content.subarray(0, found.content.length / 2), () => response.destroy())
        return
      }
      default:
        refuse(response, 405, 'MethodNotAllowed')
    }
  }

  #list(query: URLSearchParams, response: ServerResponse): void {
    const [prefix, after] = [query.get('prefix') ?? '', query.get('start-after') ?? '']
    const most = Math.min(this.page, Number(query.get('max-keys')))
    const found = [...this.objects]
      .filter(([name]) => name.startsWith(prefix) && name > after)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .slice(0, most)
      .map(
        ([name, { content, at }]) =>
          `<Contents><Key>${name}</Key><LastModified>${at.toISOString()}</LastModified><Size>${content.length}</Size></Contents>`,
      )
    response
      .writeHead(200, { 'content-type': 'application/xml' })
      .end(`<?xml version="1.0"?><ListBucketResult>${found.join('')}</ListBucketResult>`)
  }
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status).end(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`)
}
