import { setTimeout as wait } from 'node:timers/promises'
import { fixtureTool, said, startMcpFixture } from '../../test/mcp-fixture-server.ts'

export type ToolServer = Awaited<ReturnType<typeof startToolServer>>

/** A server of tools whose one tool counts how often it really did something, by the name of the call. */
export async function startToolServer() {
  const effects = new Map<string, number>()
  /** The names of the calls of the schedules that are over. */
  const asked = new Set<string>()
  let calls = 0
  const server = await startMcpFixture({
    tools: () => [fixtureTool('send')],
    call: async ({ params }) => {
      const name = String((params?.arguments as { text?: unknown } | undefined)?.text)
      effects.set(name, (effects.get(name) ?? 0) + 1)
      // Sometimes its answer takes so long that somebody dies meanwhile.
      await wait(calls++ % 3 === 0 ? 150 : 5)
      return said('accepted')
    },
  })
  return { effects, asked, port: Number(new URL(server.address).port), close: server.close }
}
