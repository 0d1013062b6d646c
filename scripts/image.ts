import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  createReadStream,
  createWriteStream,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { createGzip } from 'node:zlib'
import { build } from './build.ts'
import { makeAppRoot, operatorProgram } from './image/app-root.ts'
import { type Builder, emptyFolder, findBuilder } from './image/builders.ts'
import { billOfMaterials } from './image/sbom.ts'
import { makeSystemRoot } from './image/system-root.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const cache = join(root, '.cache', 'image')

export interface Image {
  /** For `docker load`; not compressed, so that it need not be unpacked twice to be looked into. */
  archive: string
  tag: string
}

/**
 * Builds the image from what `npm run build` makes. The same commit, packages and time give the same files.
 * @throws {Error} with one sentence if a part of it can't be had
 */
export async function buildImage(builder: Builder, say: (line: string) => void): Promise<Image> {
  await build(say)
  const madeAt = Number(process.env.SOURCE_DATE_EPOCH ?? git('log', '-1', '--format=%ct') ?? 0)
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const revision = git('rev-parse', 'HEAD') ?? 'unknown'
  const context = emptyFolder(join(cache, 'context'))
  const scratch = emptyFolder(join(cache, 'scratch'))
  const packages = makeSystemRoot(join(context, 'system'), join(cache, 'debian'))
  writeFileSync(join(context, 'system/usr/local/bin/bionic'), operatorProgram)
  makeAppRoot(join(context, 'app'))
  const bill = billOfMaterials(packages, new Date(madeAt * 1000))
  writeFileSync(join(context, 'app/sbom.cdx.json'), bill)
  mkdirSync(join(context, 'data'))
  for (const part of ['system', 'app', 'data']) setModes(join(context, part))
  for (const program of ['node', 'bionic']) chmodSync(join(context, 'system/usr/local/bin', program), 0o755)
  chmodSync(join(context, 'system/tmp'), 0o1777)

  const folder = join(root, 'dist', 'image')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'sbom.cdx.json'), bill)
  const archive = join(folder, 'bionic.tar')
  rmSync(archive, { force: true })
  const tag = `bionic:${version}`
  const given = { VERSION: version, REVISION: revision, CREATED: new Date(madeAt * 1000).toISOString() }
  builder.build({ context, scratch, arguments: given, madeAt, tag }, archive)
  for (const path of [context, scratch]) rmSync(path, { recursive: true, force: true })
  return { archive, tag }
}

/** For `docker load` and for handing on: `bionic.tar.gz` beside the archive. @returns its size in bytes */
export async function compress({ archive }: Image): Promise<number> {
  const compressed = `${archive}.gz`
  await pipeline(createReadStream(archive), createGzip({ level: 6 }), createWriteStream(compressed))
  return lstatSync(compressed).size
}

/** Readable for every user, writable for none but root, whatever the umask of the building machine was. */
function setModes(path: string): void {
  const entry = lstatSync(path)
  if (entry.isSymbolicLink()) return
  chmodSync(path, entry.isDirectory() || /\.so(?:\.|$)|\.node$/.test(path) ? 0o755 : 0o644)
  if (entry.isDirectory()) for (const name of readdirSync(path)) setModes(join(path, name))
}

function git(...words: string[]): string | undefined {
  try {
    return execFileSync('git', words, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    // An unpacked archive of the sources has no history.
    return undefined
  }
}

/** `npm run image`, or `npm run image -- umoci`. */
if (import.meta.main) {
  const started = performance.now()
  const builder = findBuilder(process.argv[2])
  if (builder === undefined) {
    console.error('No image can be built: install buildah, or umoci and skopeo. Debian has all of them.')
    process.exit(1)
  }
  const image = await buildImage(builder, console.log)
  const bytes = await compress(image)
  const seconds = ((performance.now() - started) / 1000).toFixed(0)
  console.log(
    `${image.tag} is in dist/image/bionic.tar.gz, ${(bytes / 1e6).toFixed(1)} MB, built by ${builder.name} in ${seconds} s, for ${process.arch} alone.`,
  )
}
