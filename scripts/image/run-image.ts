import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { onPath, unpackedProgram } from './debian.ts'
import { IMAGE_USER } from './system-root.ts'
import type { UnpackedImage } from './unpacked-image.ts'

const isRoot = process.getuid?.() === 0
const user = String(IMAGE_USER)

/** A way to run an image without a daemon: not root, its root unwritable, one volume, an empty /tmp, no capabilities. */
export interface ImageRunner {
  name: string
  /** The program, and what follows it until the words of the image. */
  command(image: UnpackedImage, variables: Record<string, string>): string[]
}

/**
 * @param name of a way to be used alone
 * @returns undefined where this machine lets this user do it in none of the ways
 */
export function findRunner(name?: string): ImageRunner | undefined {
  const ways = { bubblewrap, chroot: changedRoot }
  for (const [way, find] of Object.entries(ways)) {
    const runner = name === undefined || name === way ? find() : undefined
    if (runner !== undefined) return runner
  }
  return undefined
}

/**
 * Starts a program of the image in the network of this process.
 * @param words in place of the image's entry point
 */
export function startImage(
  runner: ImageRunner,
  image: UnpackedImage,
  given: { variables?: Record<string, string>; words?: readonly string[] } = {},
): ChildProcess {
  const [program = '', ...rest] = runner.command(image, { ...variablesOf(image), ...given.variables })
  const words = given.words ?? image.config.Entrypoint
  return spawn(program, [...rest, ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH },
  })
}

function variablesOf(image: UnpackedImage): Record<string, string> {
  return Object.fromEntries(
    image.config.Env.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  )
}

/** As root the user is the image's own; another user is shown as it inside. */
function bubblewrap(): ImageRunner | undefined {
  const program = unpackedProgram('bwrap', 'bubblewrap')
  if (program === undefined) return undefined
  const start = isRoot
    ? ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--clear-groups', program]
    : [program]
  const shared = [
    '--unshare-user',
    '--unshare-ipc',
    '--unshare-pid',
    '--unshare-uts',
    '--die-with-parent',
    '--as-pid-1',
  ]
  const asUser = isRoot ? [] : ['--uid', user, '--gid', user]
  const [first = '', ...others] = [...start, ...shared, ...asUser, '--ro-bind', '/', '/', 'true']
  if (spawnSync(first, others, { stdio: 'ignore' }).status !== 0) return undefined
  return {
    name: 'bubblewrap',
    command: (image, variables) => [
      ...[...start, ...shared, ...asUser, '--clearenv', '--ro-bind', image.root, '/'],
      ...['--bind', image.data, '/data', '--tmpfs', '/tmp', '--proc', '/proc', '--dev', '/dev'],
      ...['--chdir', image.config.WorkingDir],
      ...Object.entries(variables).flatMap(([name, value]) => ['--setenv', name, value]),
    ],
  }
}

/** Where user namespaces are not allowed, root mounts what is needed in a namespace that goes with the process. */
function changedRoot(): ImageRunner | undefined {
  const programs = ['unshare', 'setpriv', 'mount'].map(onPath)
  if (!isRoot || programs.includes(undefined)) return undefined
  if (spawnSync('unshare', ['--mount', '--pid', '--fork', 'true'], { stdio: 'ignore' }).status !== 0)
    return undefined
  const script = [
    'set -e; root=$1 data=$2 folder=$3; shift 3',
    'mount --bind "$root" "$root"; mount --bind "$data" "$root/data"; mount -t tmpfs tmpfs "$root/tmp"',
    'mount -t proc proc "$root/proc"; mount --rbind /dev "$root/dev"; mount -o remount,ro,bind "$root"',
    // The image has no setpriv, so it is started first, and its own root is changed with what the kernel keeps of it.
    `exec setpriv --no-new-privs --bounding-set=-all,+sys_chroot,+setuid,+setgid --inh-caps=-all chroot --userspec=${user}:${user} --groups= "$root" "$@"`,
  ].join('\n')
  return {
    name: 'unshare and chroot',
    command: (image, variables) => [
      ...['unshare', '--mount', '--pid', '--fork', '--kill-child=KILL', 'env', '-i'],
      ...[
        `PATH=${process.env.PATH}`,
        'sh',
        '-c',
        script,
        'sh',
        image.root,
        image.data,
        image.config.WorkingDir,
      ],
      ...['/usr/local/bin/node', '-e', enter(image.config.WorkingDir, variables)],
    ],
  }
}

/** Sets the variables and the folder inside, as the image has no `env`, and becomes the program by its words. */
function enter(folder: string, variables: Record<string, string>): string {
  return [
    `process.chdir(${JSON.stringify(folder)})`,
    `const [program, ...rest] = process.argv.slice(1)`,
    `const path = program.includes('/') ? program : '/usr/local/bin/' + program`,
    `process.execve(path, [program, ...rest], ${JSON.stringify(variables)})`,
  ].join(';')
}
