import type { Logger } from '../../base/log.ts'
import { WatchedFile } from '../models/place/file/watched-file.ts'
import type { KnownServer } from './known-servers.ts'
import { filledIn, parseServersFile, type ServersFile, ServersFileError } from './place/servers-file.ts'
import { slugOf } from './raw-tools.ts'

interface PlaceServersOptions {
  path: string
  /** Whether the operator named it, so that it has to be there. */
  isNamed: boolean
  apiKeys: Readonly<Record<string, string>>
  log: Logger
  everyMs?: number
}

/** The servers that the operator's file names, read again when it changes. A faulty one leaves the last good one. */
export class PlaceServers {
  readonly #options: PlaceServersOptions
  readonly #file: WatchedFile
  #servers: ReadonlyMap<string, KnownServer> = new Map()

  /** @throws {ServersFileError} with one plain sentence */
  constructor(options: PlaceServersOptions) {
    this.#options = options
    this.#file = new WatchedFile({
      ...{ path: options.path, isNamed: options.isNamed, everyMs: options.everyMs },
      onChange: (text) => this.#changed(text),
      onUnreadable: () => this.#refuse('It can’t be read, or is longer than a megabyte.'),
    })
    this.#servers = this.#begin()
    this.#file.watch()
  }

  list(): KnownServer[] {
    return [...this.#servers.values()]
  }

  find(id: string): KnownServer | null {
    return this.#servers.get(id) ?? null
  }

  close(): void {
    this.#file.close()
  }

  #begin(): ReadonlyMap<string, KnownServer> {
    const { path, isNamed } = this.#options
    let text: string | null
    try {
      text = this.#file.read()
    } catch {
      throw new ServersFileError(`The file of servers ${path} can’t be read, or is longer than a megabyte.`)
    }
    if (text === null && isNamed)
      throw new ServersFileError(
        `MCP_FILE names ${path}, and there is no such file. Change it, or leave it out.`,
      )
    try {
      return this.#read(text)
    } catch (error) {
      throw new ServersFileError(`The file of servers ${path} is not valid. ${(error as Error).message}`)
    }
  }

  #read(text: string | null): ReadonlyMap<string, KnownServer> {
    const { servers }: ServersFile = text === null ? { servers: {} } : parseServersFile(text)
    return new Map(
      Object.entries(servers).map(
        ([id, { name = id, address, headers = {}, signIn, client, showAddress }]) => {
          const filled = Object.entries(headers).map(([header, value]) => [
            header,
            filledIn(value, this.#options.apiKeys),
          ])
          const auth = signIn ? 'oauth' : filled.length > 0 ? 'header' : 'none'
          const server: KnownServer = {
            ...{ id, name, address, auth, owner: null, slug: slugOf(id), host: new URL(address).host },
            ...{ headers: Object.fromEntries(filled), isShown: showAddress === true },
            ...(client && {
              client: {
                ...client,
                secret: client.secret && filledIn(client.secret, this.#options.apiKeys),
              },
            }),
          }
          return [id, server]
        },
      ),
    )
  }

  #changed(text: string | null): void {
    try {
      this.#servers = this.#read(text)
      this.#options.log.info('The file of servers has changed, and counts from now on.')
    } catch (error) {
      if (!(error instanceof ServersFileError)) throw error
      this.#refuse(error.message)
    }
  }

  #refuse(why: string): void {
    this.#options.log.error(
      `The file of servers has changed, but is not valid, so what stood in it before counts. ${why}`,
    )
  }
}
