import { createLog } from '../src/server/base/log.ts'
import { Bus } from '../src/server/realtime/bus/bus.ts'

/** The buses of two servers that receive each other's events. */
export function busesOfTwo(): [Bus, Bus] {
  const listeners = [0, 1].map(() => new Set<Parameters<Bus['onServerEvent']>[0]>())
  const bus = (own: number): Bus =>
    Object.assign(new Bus({ log: createLog('silent') }), {
      sendToServers: (event) => {
        for (const listener of listeners[1 - own] ?? []) listener(`server ${own}`, event)
      },
      onServerEvent: (listener) => {
        listeners[own]?.add(listener)
        return () => listeners[own]?.delete(listener)
      },
    } satisfies Partial<Bus>)
  return [bus(0), bus(1)]
}
