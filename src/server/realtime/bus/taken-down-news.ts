import type { Subject } from '../../../shared/trust/reports.ts'
import type { Bus } from './bus.ts'

/** Tells every server that the desk changed how something stands. A lost notice only delays what follows from it. */
export class TakenDownNews {
  readonly #bus: Pick<Bus, 'sendToServers' | 'onServerEvent'>
  readonly #listeners = new Set<(subject: Subject, isDown: boolean) => void>()

  constructor({ bus }: { bus: Pick<Bus, 'sendToServers' | 'onServerEvent'> }) {
    this.#bus = bus
    bus.onServerEvent((_server, event) => {
      if (event.type === 'moderated') this.#notify({ kind: event.kind, subject: event.subject }, event.down)
    })
  }

  announce({ kind, subject }: Subject, isDown: boolean): void {
    this.#notify({ kind, subject }, isDown)
    this.#bus.sendToServers({ type: 'moderated', kind, subject, down: isDown })
  }

  listen(listener: (subject: Subject, isDown: boolean) => void): void {
    this.#listeners.add(listener)
  }

  #notify(subject: Subject, isDown: boolean): void {
    for (const listener of this.#listeners) listener(subject, isDown)
  }
}
