import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { IMAGE_USER } from './system-root.ts'

/** What an image says of how it is run, in the words of Docker's format. */
export interface ImageConfig {
  User: string
  Env: string[]
  Entrypoint: string[]
  WorkingDir: string
  StopSignal: string
  Volumes: Record<string, object>
  ExposedPorts: Record<string, object>
  Labels: Record<string, string>
  /** Missing where the image was built in the format of OCI. */
  Healthcheck?: { Test: string[] }
}

/** An image's files, and a folder for its volume, in a folder that every user of the machine can reach. */
export class UnpackedImage {
  readonly #folder = mkdtempSync(join(tmpdir(), 'bionic-image-'))
  readonly root = join(this.#folder, 'root')
  readonly data = join(this.#folder, 'data')
  readonly config: ImageConfig

  /** @param archive as `docker load` takes it */
  constructor(archive: string) {
    chmodSync(this.#folder, 0o755)
    const layers = join(this.#folder, 'layers')
    for (const path of [layers, this.root, this.data]) mkdirSync(path)
    execFileSync('tar', ['-x', '-f', archive, '-C', layers])
    const read = (path: string) => JSON.parse(readFileSync(join(layers, path), 'utf8'))
    const [manifest] = read('manifest.json')
    this.config = read(manifest.Config).config
    for (const layer of manifest.Layers)
      execFileSync('tar', ['-x', '--numeric-owner', '-p', '-f', join(layers, layer), '-C', this.root])
    rmSync(layers, { recursive: true })
    if (process.getuid?.() === 0) chownSync(this.data, IMAGE_USER, IMAGE_USER)
  }

  /** Paths of all files and folders, from the image's root on. */
  paths(): string[] {
    return readdirSync(this.root, { recursive: true }).map((path) => `/${path}`)
  }

  remove(): void {
    execFileSync('rm', ['-rf', this.#folder])
  }
}
