import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { startModelServer } from '../e2e/fakes/model-server.ts'
import { startProduct } from '../e2e/start-product.ts'
import { requestInit, signInWith } from '../test/sign-in.ts'
import { build } from './build.ts'
import { installFromDebian, onPath } from './debian-packages.ts'

/**
 * `npm run metrics-check`: Prometheus's own program examines what a real server says at `/metrics`, and the alert rules
 * with their unit tests. It says so where there is no such program and none can be installed.
 */

const rules = fileURLToPath(new URL('../deploy/alerts.yml', import.meta.url))
const tests = fileURLToPath(new URL('../deploy/alerts.test.yml', import.meta.url))

/** @returns the path of the program; undefined if there is none and none can be installed */
function findPromtool(): string | undefined {
  const found = onPath(['promtool'])
  if (found) return found
  console.log('Installing promtool (prometheus, once)')
  return installFromDebian(['prometheus']) ? onPath(['promtool']) : undefined
}

/** What a server says that has answered a reply. */
async function scrape(): Promise<string> {
  await build(console.log)
  const model = await startModelServer()
  const product = await startProduct({ OPENAI_BASE_URL: model.baseUrl })
  try {
    const send = (...[method, path, sent]: Parameters<Parameters<typeof signInWith>[0]>) =>
      fetch(product.address + path, requestInit(method, sent))
    const account = await signInWith(send)
    const { agents } = (await (await send('GET', '/api/agents?limit=1', {})).json()) as {
      agents: { id: string }[]
    }
    const question = { id: randomUUID(), parentId: null, content: 'What is light?' }
    const json = { replyId: randomUUID(), agentId: agents[0]?.id, question }
    const reply = await send('POST', `/api/conversations/${randomUUID()}/replies`, { as: account, json })
    await reply.text()
    return await (await fetch(`${product.address}/metrics`)).text()
  } finally {
    await product.stop()
    await model.close()
  }
}

function run(promtool: string, args: readonly string[], input?: string): boolean {
  const { status, stdout, stderr } = spawnSync(promtool, args, { input, encoding: 'utf8', timeout: 60_000 })
  const said = `${stdout}${stderr}`.trim()
  // What is checked well may still be named badly: that is said and does not end with an error.
  const isGreen = status === 0 && (args[1] !== 'metrics' || said === '')
  console.log(`promtool ${args[0]} ${args[1]}: ${isGreen ? 'green' : `not green\n${said}`}`)
  return isGreen
}

const promtool = findPromtool()
if (promtool === undefined)
  console.log('promtool is not here and can not be installed: metrics and alert rules are not checked by it.')
else {
  const metrics = await scrape()
  const outcomes = [
    run(promtool, ['check', 'metrics'], metrics),
    run(promtool, ['check', 'rules', rules]),
    run(promtool, ['test', 'rules', tests]),
  ]
  if (outcomes.includes(false)) process.exitCode = 1
}
