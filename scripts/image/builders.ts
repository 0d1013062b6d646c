import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { containerfile, onlyValueOf, pairsOf, readInstructions } from './containerfile.ts'
import { installedProgram } from './debian.ts'

export interface ImageContents {
  /** The folder with `system`, `app` and `data`. */
  context: string
  /** For intermediate files. */
  scratch: string
  /** What the build arguments of the Containerfile are set to. */
  arguments: Record<string, string>
  /** Seconds since 1970: every file and the image itself bear this time. */
  madeAt: number
  /** Name and version, as `bionic:0.1.0`. */
  tag: string
}

export interface Builder {
  name: string
  /** Writes the image into `archive`, as `docker load`, `podman load` and `skopeo copy docker-archive:` take it. */
  build(contents: ImageContents, archive: string): void
}

/**
 * @param name `buildah` or `umoci`, to have no other
 * @returns undefined if none is here and none can be installed
 */
export function findBuilder(name?: string): Builder | undefined {
  const buildah = name === 'umoci' ? undefined : installedProgram('buildah')
  if (buildah !== undefined) return { name: 'buildah', build: buildWithBuildah(buildah) }
  if (name === 'buildah') return undefined
  const [umoci, skopeo] = [installedProgram('umoci'), installedProgram('skopeo')]
  if (umoci === undefined || skopeo === undefined) return undefined
  return { name: 'umoci and skopeo', build: buildWithUmoci(umoci, skopeo) }
}

/** Nothing is pulled, so there is no signature that could be asked for; both programs want to be told. */
function policyIn(folder: string): string {
  const path = join(folder, 'policy.json')
  writeFileSync(path, JSON.stringify({ default: [{ type: 'insecureAcceptAnything' }] }))
  return path
}

/** In its own store, without a daemon, without mounts and without a network. */
function buildWithBuildah(program: string): Builder['build'] {
  return (contents, archive) => {
    const { scratch, context, madeAt, tag } = contents
    const store = [
      '--root',
      join(scratch, 'store'),
      '--runroot',
      join(scratch, 'run'),
      '--storage-driver',
      'vfs',
    ]
    const policy = ['--signature-policy', policyIn(scratch)]
    const given = Object.entries(contents.arguments).flatMap(([name, value]) => [
      '--build-arg',
      `${name}=${value}`,
    ])
    const how = [
      '--isolation',
      'chroot',
      '--format',
      'docker',
      '--layers',
      '--timestamp',
      String(madeAt),
      '--quiet',
    ]
    execFileSync(
      program,
      [...store, 'bud', ...policy, ...how, ...given, '--tag', tag, '--file', containerfile, context],
      { stdio: ['ignore', 'ignore', 'inherit'] },
    )
    execFileSync(program, [...store, 'push', ...policy, '--quiet', tag, `docker-archive:${archive}:${tag}`], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  }
}

/** For machines where buildah can't be had. The health check gets lost, because the format of OCI has none. */
function buildWithUmoci(umoci: string, skopeo: string): Builder['build'] {
  return (contents, archive) => {
    const { scratch, context, madeAt, tag } = contents
    const layout = join(scratch, 'layout')
    const run = (...words: string[]) => execFileSync(umoci, words, { stdio: ['ignore', 'ignore', 'inherit'] })
    run('init', '--layout', layout)
    run('new', '--image', `${layout}:image`)
    const instructions = readInstructions()
    for (const { value } of instructions.filter(({ name }) => name === 'COPY')) {
      const layer = layerOf(value, { context, scratch, madeAt })
      run('raw', 'add-layer', '--image', `${layout}:image`, '--history.created', isoTime(madeAt), layer)
    }
    const set = configurationOf(instructions, contents.arguments)
    run('config', '--image', `${layout}:image`, ...set, '--created', isoTime(madeAt), '--no-history')
    rmSync(archive, { force: true })
    const words = ['copy', '--quiet', '--policy', policyIn(scratch), `oci:${layout}:image`]
    execFileSync(skopeo, [...words, `docker-archive:${archive}:${tag}`], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  }
}

const isoTime = (seconds: number) => new Date(seconds * 1000).toISOString().replace('.000', '')

/** @returns the archive of what one `COPY` adds, with its files in the order of their names */
function layerOf(copy: string, of: { context: string; scratch: string; madeAt: number }): string {
  const [, owner = '0:0', from = '', to = ''] = /^(?:--chown=(\S+) )?(\S+)\/ (\S+)$/.exec(copy) ?? []
  const archive = join(of.scratch, `${from}.tar`)
  const [user = '0', group = '0'] = owner.split(':')
  execFileSync('tar', [
    ...['--create', '--file', archive, '--sort=name', `--mtime=@${of.madeAt}`, '--numeric-owner'],
    ...[`--owner=${user}`, `--group=${group}`, '--format=gnu', '--hard-dereference'],
    // Names get the folder of the image before them; links keep their targets.
    ...[`--transform=flags=r;s,^\\.,.${to.replace(/\/$/, '')},`, '--directory', join(of.context, from), '.'],
  ])
  return archive
}

function configurationOf(
  instructions: ReturnType<typeof readInstructions>,
  given: Record<string, string>,
): string[] {
  const filled = (text: string) => text.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => given[name] ?? '')
  const list = (name: string) => JSON.parse(onlyValueOf(instructions, name)) as string[]
  const pairs = (name: 'ENV' | 'LABEL') =>
    Object.entries(pairsOf(instructions, name)).map(([key, value]) => `${key}=${filled(value)}`)
  return [
    ...pairs('ENV').flatMap((pair) => ['--config.env', pair]),
    ...pairs('LABEL').flatMap((pair) => ['--config.label', pair]),
    ...list('ENTRYPOINT').flatMap((word) => ['--config.entrypoint', word]),
    ...[
      '--config.user',
      onlyValueOf(instructions, 'USER'),
      '--config.workingdir',
      onlyValueOf(instructions, 'WORKDIR'),
    ],
    ...[
      '--config.volume',
      onlyValueOf(instructions, 'VOLUME'),
      '--config.stopsignal',
      onlyValueOf(instructions, 'STOPSIGNAL'),
    ],
    ...['--config.exposedports', `${onlyValueOf(instructions, 'EXPOSE')}/tcp`],
  ]
}

export function emptyFolder(path: string): string {
  rmSync(path, { recursive: true, force: true })
  mkdirSync(path, { recursive: true })
  return path
}
