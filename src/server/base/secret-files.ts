import { closeSync, openSync, readSync, statSync } from 'node:fs'

/** Container platforms hand secrets on as files; no key, password or list of them is longer. */
const LONGEST_BYTES = 64 * 1024

const SUFFIX = '_FILE'

type Variables = Record<string, string | undefined>

/** The variables with what their files say; faults are plain sentences that name the variable and no content. */
interface FromFiles {
  variables: Variables
  faults: { name: string; sentence: string }[]
}

/**
 * Takes the value of each secret from the file that `<NAME>_FILE` names, so that it need not stand in the environment,
 * which other programs of a machine and descriptions of containers show. Spaces and line ends around it are left out.
 * @param isSecret whether the variable with this name may stand in a file
 */
export function readSecretFiles(source: Variables, isSecret: (name: string) => boolean): FromFiles {
  const variables = { ...source }
  const faults: FromFiles['faults'] = []
  for (const [fileVariable, given] of Object.entries(source)) {
    const path = given?.trim()
    const name = fileVariable.slice(0, -SUFFIX.length)
    if (!path || !fileVariable.endsWith(SUFFIX) || !isSecret(name)) continue
    if (source[name]?.trim()) {
      faults.push({ name, sentence: `${name} and ${fileVariable} are both set. Leave one of them out.` })
      continue
    }
    const read = readBounded(path)
    if ('text' in read) variables[name] = read.text
    else {
      const sentence = `${fileVariable} names ${path}, ${read.problem}. Name a file that holds the value.`
      faults.push({ name, sentence })
    }
  }
  return { variables, faults }
}

function readBounded(path: string): { text: string } | { problem: string } {
  try {
    // Opening a pipe would wait for a writer.
    if (!statSync(path).isFile()) return { problem: 'which is no file' }
    const bytes = Buffer.alloc(LONGEST_BYTES + 1)
    const length = readInto(bytes, path)
    if (length > LONGEST_BYTES) return { problem: `which is longer than ${LONGEST_BYTES / 1024} KB` }
    const text = bytes.toString('utf8', 0, length).trim()
    if (text === '') return { problem: 'which is empty' }
    return text.includes('\0') ? { problem: 'which is no text' } : { text }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return { problem: 'which is not there' }
    if (code === 'EACCES') return { problem: 'which this user may not read' }
    return { problem: `which can't be read (${code})` }
  }
}

/** @returns the number of bytes read, at most the length of `bytes` */
function readInto(bytes: Buffer, path: string): number {
  const file = openSync(path, 'r')
  try {
    let length = 0
    for (;;) {
      const read = readSync(file, bytes, length, bytes.length - length, null)
      length += read
      if (read === 0 || length === bytes.length) return length
    }
  } finally {
    closeSync(file)
  }
}
