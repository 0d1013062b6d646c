import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const root = fileURLToPath(new URL('../..', import.meta.url))
const source = join(root, 'src/web/verify')

/**
 * Builds the page that checks receipts into one file, which works from a disk as well: its script and its sheet are in
 * it, and its policy allows these two by their hashes and nothing else.
 * @param client the folder that is served to browsers
 */
export async function buildVerifyPage(client: string): Promise<void> {
  const bundle = await rolldown({ cwd: root, input: 'src/web/verify/main.ts' })
  try {
    const { output } = await bundle.generate({ format: 'iife', minify: true })
    // The end of a script is wherever these letters are, in a string as well.
    const script = output[0].code.trim().replaceAll('</script', '<\\/script')
    const style = (await readFile(join(source, 'verify.css'), 'utf8')).replace(/\s+/g, ' ').trim()
    const policy = `default-src 'none'; script-src ${hashOf(script)}; style-src ${hashOf(style)}; base-uri 'none'; form-action 'none'`
    const page = await readFile(join(source, 'verify.html'), 'utf8')
    const pieces: Record<string, string> = {
      POLICY: policy,
      '<style></style>': `<style>${style}</style>`,
      '<script></script>': `<script>${script}</script>`,
    }
    await writeFile(
      join(client, 'verify.html'),
      page.replace(/POLICY|<style><\/style>|<script><\/script>/g, (name) => pieces[name] ?? name),
    )
  } finally {
    await bundle.close()
  }
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
