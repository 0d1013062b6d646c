import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { conversationClient, firstQuestion } from '../../test/conversation-client.ts'
import { freePort } from '../../test/free-port.ts'
import { type Account, requestInit, type Send, signInWith } from '../../test/sign-in.ts'
import { findRunner, type ImageRunner, startImage } from './run-image.ts'
import { UnpackedImage } from './unpacked-image.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The longest that a start may take on a machine that does other things as well, in milliseconds. */
const PATIENCE_MS = 60_000

/** What a program inside finds out about itself. */
const SELF = `
const { readFileSync, writeFileSync } = require('node:fs')
const writes = (path) => { try { writeFileSync(path, ''); return 'written' } catch ({ code }) { return code } }
const [, capabilities] = /^CapEff:\\s*(\\w+)/m.exec(readFileSync('/proc/self/status', 'utf8'))
console.log(JSON.stringify({ uid: process.getuid(), gid: process.getgid(), capabilities: BigInt('0x' + capabilities).toString(),
  root: writes('/x'), app: writes('/app/x'), data: writes('/data/x'), temporary: writes('/tmp/x') }))`

interface Running {
  send: Send
  process: ChildProcess
  /** What the server printed. */
  printed: () => string
  /** Milliseconds until /readyz said yes. */
  readyAfter: number
}

async function start(runner: ImageRunner, image: UnpackedImage): Promise<Running> {
  const port = await freePort()
  const began = performance.now()
  const child = startImage(runner, image, { variables: { PORT: String(port) } })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (printed += text))
  const address = `http://127.0.0.1:${port}`
  const send: Send = (method, path, sent) => fetch(address + path, requestInit(method, sent))
  const isReady = () =>
    send('GET', '/readyz').then(
      ({ status }) => status === 200,
      () => false,
    )
  while (!(await isReady())) {
    assert(child.exitCode === null && performance.now() - began < PATIENCE_MS, `It did not start: ${printed}`)
    await wait(10)
  }
  return { send, process: child, printed: () => printed, readyAfter: performance.now() - began }
}

/** The signal goes to the server itself, as a container platform sends it; what runs the sandbox would not hand it on. */
async function stop({ process: child, printed }: Running): Promise<void> {
  const ended = once(child, 'exit')
  const inside = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim().split(' ')
  process.kill(Number(inside[0]), 'SIGTERM')
  const [code] = await ended
  assert.equal(code, 0, `It ended with ${code}: ${printed()}`)
}

async function text(answer: Promise<Response>, status = 200): Promise<string> {
  const given = await answer
  const body = await given.text()
  assert.equal(given.status, status, `${given.url} answered ${given.status}: ${body.slice(0, 300)}`)
  return body
}

async function runInside(runner: ImageRunner, image: UnpackedImage, words: string[]): Promise<string> {
  const child = startImage(runner, image, { words })
  let printed = ''
  child.stdout?.on('data', (bytes) => (printed += bytes))
  const [code] = await once(child, 'exit')
  assert.equal(code, 0, `${words[0]} ended with ${code}`)
  return printed
}

/** What people do in a place, so that every part of the image that is loaded late is loaded once. */
async function use(send: Send) {
  assert.equal(await text(send('GET', '/healthz')), 'ok')
  assert.match(await text(send('GET', '/')), /<!doctype html>/i)
  const { agents } = JSON.parse(await text(send('GET', '/api/agents')))
  const person = await signInWith(send)
  const conversation = randomUUID()
  const question = firstQuestion(agents[0].id)
  const conversations = conversationClient(send, person)
  await text(conversations.ask(conversation, question))
  const reply = await conversations.followToEnd(conversation, question.replyId)
  assert.equal(reply.state, 'finished')
  const upload = send('POST', '/api/images', { as: person, body: readFileSync(`${root}/docs/chat.webp`) })
  const { imageUrl } = JSON.parse(await text(upload, 201))
  const page = await text(send('GET', `/chat/${agents[0].id}`))
  const [drawing] = /\/unfurl\/[\w/-]+\.png/.exec(page) ?? []
  assert(drawing !== undefined, 'The page of an agent names no picture for links to it.')
  await text(send('GET', drawing))
  await readDocument(send, person)
  return { person, conversation, content: reply.content, imageUrl }
}

async function readDocument(send: Send, as: Account): Promise<void> {
  const agent = {
    ...{ name: 'Gardener', description: 'Knows a garden.', category: 'neural', personality: 'You garden.' },
    ...{ capabilities: ['Gardening'], knowledgeDomains: ['Gardens'] },
  }
  const { id } = JSON.parse(await text(send('POST', '/api/agents', { as, json: agent }), 201))
  const at = `/api/agents/${id}/sources`
  const body = readFileSync(`${root}/test/documents/garden-pdflib.pdf`)
  await text(send('POST', `${at}?id=${randomUUID()}&name=garden.pdf`, { as, body }), 201)
  for (const until = performance.now() + PATIENCE_MS; ; await wait(100)) {
    const { sources } = JSON.parse(await text(send('GET', at, { as })))
    if (sources[0].state.kind === 'ready') return
    assert(performance.now() < until, `The document was not read in: ${JSON.stringify(sources[0])}`)
  }
}

/** Sources, tests, settings, keys, and folders where one of them could be. */
const unwanted =
  /\.[cm]?tsx?$|\.test\.|\.spec\.|\/\.|secret\.key$|\.pem$|^\/app\/(?:e2e|test|bench|scripts|docs|tools)(?:\/|$)/

/** Packages that only build or test. */
const forDevelopers = /\/node_modules\/(?:typescript|vite|vitest|rolldown|react|@playwright|drizzle-kit)\//

function checkContents(image: UnpackedImage): void {
  const paths = image.paths()
  const known = /^\/usr\/share\/doc\//
  const found = paths.filter((path) => !known.test(path) && (unwanted.test(path) || forDevelopers.test(path)))
  assert.deepEqual(found, [])
  for (const path of ['/app/sbom.cdx.json', '/app/package.json', '/usr/local/bin/bionic'])
    assert(paths.includes(path))
  const { Labels, User, StopSignal, Volumes } = image.config
  const { version } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'))
  assert.equal(Labels['org.opencontainers.image.version'], version)
  assert.match(Labels['org.opencontainers.image.revision'] ?? '', /^(?:[0-9a-f]{40}|unknown)$/)
  assert.deepEqual([User, StopSignal, Object.keys(Volumes)], ['65532:65532', 'SIGTERM', ['/data']])
}

/** Asks an image everything that it must be able to do alone, run in the first way that works here or in the given one. @returns what it found, in words for one line */
async function askImage(archive: string, way?: string): Promise<string> {
  const runner = findRunner(way)
  if (runner === undefined)
    return 'not started, because this user may neither use bubblewrap nor change roots here'
  const image = new UnpackedImage(archive)
  let running: Running | undefined
  try {
    checkContents(image)
    const self = JSON.parse(await runInside(runner, image, ['node', '-e', SELF]))
    const refused = { root: 'EROFS', app: 'EROFS', data: 'written', temporary: 'written' }
    assert.deepEqual(self, { uid: 65_532, gid: 65_532, capabilities: '0', ...refused })
    assert.match(await runInside(runner, image, ['bionic', '--help']), /rotate-keys/)
    const isAlone = Object.keys(networkInterfaces()).every((name) => name === 'lo')

    running = await start(runner, image)
    const first = running.readyAfter
    const { person, conversation, content, imageUrl } = await use(running.send)
    await stop(running)
    running = await start(runner, image)
    const kept = await conversationClient(running.send, person).open(conversation)
    assert.equal(kept.messages.at(-1)?.content, content)
    await text(running.send('GET', imageUrl))
    await stop(running)
    const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(1)
    return [
      `not root, root unwritable, ${isAlone ? 'no network' : 'in the network of this machine'} (${runner.name})`,
      `ready after ${seconds(first)} s, and after ${seconds(running.readyAfter)} s with what was stored`,
    ].join(', ')
  } finally {
    running?.process.kill('SIGKILL')
    image.remove()
  }
}

if (import.meta.main) console.log(await askImage(process.argv[2] ?? '', process.argv[3]))
