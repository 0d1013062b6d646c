import { spawn, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { type Builder, findBuilder } from './image/builders.ts'
import { onPath, unpackedProgram } from './image/debian.ts'
import { buildImage, compress, type Image } from './image.ts'

const asking = fileURLToPath(new URL('image/ask-image.ts', import.meta.url))
const isRoot = process.getuid?.() === 0

/** What an image may weigh where it is fetched, in bytes. */
const MOST_BYTES = 120_000_000

/** What starts a program in a network of its own, where only the loopback is up; empty where that is not allowed. */
function withoutNetwork(): string[] {
  const bubblewrap = unpackedProgram('bwrap', 'bubblewrap')
  const wrapped = [bubblewrap ?? '', '--dev-bind', '/', '/', '--unshare-net', '--die-with-parent']
  // Inside, root has to become the image's user.
  if (isRoot) wrapped.push('--cap-add', 'ALL')
  const unshared = ['unshare', '--net', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh']
  const works = ([program = '', ...words]: string[]) =>
    spawnSync(program, [...words, 'true'], { stdio: 'ignore' }).status === 0
  if (bubblewrap !== undefined && works(wrapped)) return wrapped
  return onPath('ip') !== undefined && works(unshared) ? unshared : []
}

async function ask(archive: string): Promise<string> {
  const [program = '', ...words] = [...withoutNetwork(), process.execPath, asking, archive]
  const child = spawn(program, words, { stdio: ['ignore', 'pipe', 'inherit'] })
  let found = ''
  child.stdout.on('data', (bytes) => (found += bytes))
  const code = await new Promise((resolve, reject) => child.on('exit', resolve).on('error', reject))
  if (code !== 0) throw new Error('The image does not do what it must; the lines above say what.')
  return found.trim()
}

/** With umoci where this machine does not let buildah do its work. */
async function buildHere(): Promise<{ builder: Builder; image: Image } | undefined> {
  const [first, second] = [findBuilder(), findBuilder('umoci')]
  if (first === undefined) return undefined
  try {
    return { builder: first, image: await buildImage(first, () => {}) }
  } catch (error) {
    if (second === undefined || second.name === first.name) throw error
    console.log(`${first.name} can’t build it here: ${error instanceof Error ? error.message : error}`)
    return { builder: second, image: await buildImage(second, () => {}) }
  }
}

/** `npm run image-check`: builds the image, runs it without a network and asks it everything; one line says the result. */
async function checkImage(): Promise<string> {
  const began = performance.now()
  const built = await buildHere()
  if (built === undefined)
    return 'The image was not checked: neither buildah nor umoci with skopeo is here or can be installed.'
  const { builder, image } = built
  const [found, bytes] = await Promise.all([ask(image.archive), compress(image)])
  const megabytes = `${(bytes / 1e6).toFixed(1)} MB compressed`
  if (bytes > MOST_BYTES) throw new Error(`The image is too large: ${megabytes}.`)
  const seconds = ((performance.now() - began) / 1000).toFixed(0)
  return `The image (${builder.name}, ${megabytes}): ${found}. That took ${seconds} s.`
}

if (import.meta.main) console.log(await checkImage())
