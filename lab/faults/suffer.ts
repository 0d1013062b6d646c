import { setTimeout as wait } from 'node:timers/promises'
import { startRedis } from '../../test/redis-server.ts'
import type { DatabaseFault, FaultStep } from '../schedules/schedule.ts'
import type { Link, LinkFault } from '../world/link.ts'
import { type Databases, type World, withRedis } from '../world/world.ts'

/** Has one thing go wrong in a world, and takes it back after its time; what is killed stays dead until `settle`. */
export async function suffer(world: World, step: FaultStep): Promise<void> {
  const { fault, forMs, much } = step
  const server = world.server(step.server)
  switch (fault) {
    case 'slow-network':
      return onLink(world, step, { delayMs: 5 + 60 * much, jitterMs: 80 * much })
    case 'drip':
      return onLink(world, step, { bytesPerSecond: 2_000 + 20_000 * much })
    case 'half-open':
      await onLink(world, step, { blackHole: true })
      // What a router forgot is reset as soon as it sees a packet of it again, if it does not come through.
      if (much < 0.5) linkOf(world, step)?.cut()
      return
    case 'cut':
      return linkOf(world, step)?.cut()
    case 'kill':
    case 'kill-embedded':
      return server.kill()
    case 'terminate':
      return server.stop()
    case 'pause':
      server.pause()
      await wait(1_000 + 2_500 * much)
      return server.goOn()
    case 'clock':
    case 'clock-embedded':
      return world.setClock(step.server, Math.round((much - 0.5) * 7_200))
    case 'disk-full':
      world.disk?.fill(Math.round(20 * 1024 * 1024 * much))
      await wait(forMs)
      return world.disk?.empty()
    case 'slow-fsync':
      world.disk?.slow(Math.round(5 + 60 * much))
      await wait(forMs)
      return world.disk?.empty()
    default:
      if (world.databases) return ofDatabases(world.databases, { ...step, fault })
  }
}

function linkOf(world: World, { server, way }: FaultStep): Link | undefined {
  if (way === 'browser') return world.server(server).link
  if (way === 'tools') return world.toolLink
  return world.links.get(server)?.[way]
}

async function onLink(world: World, step: FaultStep, fault: LinkFault): Promise<void> {
  const link = linkOf(world, step)
  link?.suffer(fault)
  await wait(step.forMs)
  link?.heal()
}

async function ofDatabases(
  { postgres, redis, sql }: Databases,
  { fault, forMs }: FaultStep & { fault: DatabaseFault },
): Promise<void> {
  const atRedis = (work: Parameters<typeof withRedis>[1]) => withRedis(redis.current.url, work)
  switch (fault) {
    case 'backends':
      return void (await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where pid <> pg_backend_pid() and backend_type = 'client backend'`)
    case 'locks':
      // A hand that alters a table holds everybody up.
      return void (await sql.unsafe(
        `begin; lock table messages, realm_messages, tool_calls in access exclusive mode;
         select pg_sleep(${forMs / 1_000}); commit`,
      ))
    case 'postgres-crash':
      await postgres.crash()
      return postgres.start()
    case 'postgres-away':
      await postgres.crash()
      await wait(forMs)
      return postgres.start()
    case 'redis-crash':
      await redis.current.stop()
      await wait(forMs)
      redis.current = await startRedis(redis.current.port)
      return
    case 'redis-clients':
      return atRedis((client) => client.call('CLIENT', 'KILL', 'TYPE', 'normal').catch(() => {}))
    case 'redis-hangs':
      redis.current.hang()
      await wait(forMs)
      return redis.current.goOn()
    case 'redis-full':
      await atRedis((client) => client.config('SET', 'maxmemory', '1'))
      await wait(forMs)
      return atRedis((client) => client.config('SET', 'maxmemory', '0'))
  }
}
