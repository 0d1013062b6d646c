import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { compileCache } from '../../test/server-process.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** All sources of the program, copied so that a test can change them. */
const parts = [
  'src',
  'drizzle',
  'scripts/dev',
  'scripts/build',
  'e2e/fakes',
  'package.json',
  'tsconfig.base.json',
  'vite.config.ts',
]

function copyOfTheTree() {
  const folder = temporaryFolder()
  for (const part of parts) cpSync(join(root, part), join(folder, part), { recursive: true })
  // Includes the empty database that new ones are copied from, if it is built.
  for (const made of ['node_modules', 'dist']) symlinkSync(join(root, made), join(folder, made))
  return {
    folder,
    /** Changes the text of a file, and returns a function that restores it. */
    change(file: string, from: string, to: string) {
      const path = join(folder, file)
      const before = readFileSync(path, 'utf8')
      expect(before).toContain(from)
      writeFileSync(path, before.replace(from, to))
      return () => writeFileSync(path, before)
    },
  }
}

async function develop(folder: string) {
  const program = spawn(process.execPath, [join(folder, 'scripts/dev/main.ts')], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: compileCache,
      PORT: '0',
      DATA_DIR: join(folder, 'data'),
      LOG_LEVEL: 'error',
      SEED_SAMPLES: '0',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  program.stderr.setEncoding('utf8').on('data', (text) => {
    said += text
  })
  const exited = once(program, 'exit')
  onTestFinished(async () => {
    program.kill('SIGKILL')
    await exited
  })
  for await (const line of createInterface({ input: program.stdout })) {
    const address = /^Bionic is at (http:\S+),/.exec(line)?.[1]
    if (address) {
      program.stdout.resume()
      return { address, program, exited }
    }
  }
  throw new Error(`The program ended before it served: ${said}`)
}

test('a change is seen without a new start: of a screen at once, of the server as soon as it has started again', {
  timeout: 180_000,
}, async () => {
  const { folder, change } = copyOfTheTree()
  // No browser requests the packages, whose optimisation takes most of a first start.
  change('vite.config.ts', "root: 'src/web',", "root: 'src/web', optimizeDeps: { noDiscovery: true },")
  const { address, program, exited } = await develop(folder)
  const get = async (path: string) => {
    const answer = await fetch(address + path)
    return {
      status: answer.status,
      text: await answer.text(),
      policy: answer.headers.get('content-security-policy'),
    }
  }

  const page = await get('/archives')
  expect(page.status).toBe(200)
  expect(page.text.includes('Restricted Access Zone')).toBe(true)
  // The policy is the same as in production.
  expect(page.policy).toContain("script-src 'self';")
  expect(page.policy).toContain("require-trusted-types-for 'script'; trusted-types service-worker")

  const component = '/features/archives/archives.tsx'
  expect((await get(component)).text).toContain('$RefreshReg$')
  const socket = new WebSocket(address.replace('http', 'ws'), 'vite-hmr')
  const updates: string[] = []
  socket.addEventListener('message', ({ data }) => updates.push(data))
  await once(socket, 'open')
  change(`src/web${component}`, '{texts.title}</h1>', 'Open to All</h1>')
  await expect.poll(() => updates.join('\n')).toContain(`"path":"${component}"`)
  expect(updates.join('\n')).not.toContain('full-reload')
  await expect.poll(async () => (await get('/archives')).text.includes('Open to All')).toBe(true)
  socket.close()

  const mend = change(`src/web${component}`, 'export function', '}{')
  await expect.poll(async () => (await get('/archives')).status).toBe(500)
  mend()
  await expect.poll(async () => (await get('/archives')).status).toBe(200)

  const healthz = "get('/healthz', (c) => c.text('ok'))"
  const putBack = change('src/server/begin-app.ts', healthz, '{{{')
  await expect
    .poll(() => get('/api/agents'))
    .toMatchObject({ status: 503, text: expect.stringContaining('begin-app.ts') })
  putBack()
  change('src/server/begin-app.ts', healthz, healthz.replace("'ok'", "'as changed'"))
  await expect.poll(async () => (await get('/healthz')).text).toBe('as changed')

  program.kill('SIGINT')
  expect(await exited).toEqual([0, null])
})
