import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod/mini'

/**
 * Writes `src/shared/text/confusables.ts` from Unicode's `confusables.txt`, as the npm package below has it. To be run
 * when that package has a newer one: `node scripts/look-alikes/write-confusables.ts`.
 */

/** Pinned, so that two runs write the same file. It is needed here alone, and by nothing that runs. */
const SOURCE = 'unhomoglyph@1.0.6'
const target = new URL('../../src/shared/text/confusables.ts', import.meta.url)

const folder = mkdtempSync(join(tmpdir(), 'confusables-'))
try {
  const [archive = ''] = execFileSync('npm', ['pack', SOURCE, '--silent'], { cwd: folder, encoding: 'utf8' })
    .trim()
    .split('\n')
  execFileSync('tar', ['xzf', archive], { cwd: folder })
  const data = readFileSync(join(folder, 'package', 'data.json'), 'utf8')
  writeFileSync(target, written(z.record(z.string(), z.string()).parse(JSON.parse(data))))
} finally {
  rmSync(folder, { recursive: true })
}

/** Letters by what they look like. What NFKD already makes the same is left out, and so is what is no letter to a reader. */
function groupsOf(all: Record<string, string>): Map<string, string[]> {
  const groups = new Map<string, string[]>()
  for (const [letter, like] of Object.entries(all)) {
    const plain = letters(like)
    const isRead = /[\p{L}\p{N}]/u.test(letter) || /^[a-z]+$/i.test(plain)
    if (!isRead || plain === '' || letter.normalize('NFKD') !== letter || plain === letter) continue
    // Most readers of a script don't take its letter for a digit, and digits fall away where they stand alone.
    if (/\p{L}/u.test(letter) && /\p{N}/u.test(plain)) continue
    // ASCII is what others look like; what of it is confused with each other is decided in `look-alike.ts`.
    if (letter < '\u0080') continue
    groups.set(plain, [...(groups.get(plain) ?? []), letter])
  }
  return groups
}

/** Without accents, which are left out of every name that is compared. */
function letters(text: string): string {
  return text.normalize('NFKD').replace(/[^\p{L}\p{N}\p{M}]|\p{Script=Inherited}/gu, '')
}

function written(all: Record<string, string>): string {
  const groups = [...groupsOf(all)].map(([like, confused]) => `${like}=${confused.join('')}`)
  const lines: string[] = []
  for (const group of groups.toSorted()) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + group.length < 96) lines[lines.length - 1] = `${last} ${group}`
    else lines.push(group)
  }
  return `/**
 * Letters that look like others: what they look like, an equals sign, and the letters. Written by
 * \`scripts/look-alikes/write-confusables.ts\` from confusables.txt 13.0.0 of Unicode Technical Standard 39,
 * © 1991-2020 Unicode, Inc., under the Unicode licence (https://www.unicode.org/license.txt), by way of ${SOURCE} (MIT).
 */
export const confusables = \`
${lines.join('\n')}\`
`
}
