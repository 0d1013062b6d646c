import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { DebianPackage } from './system-root.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

interface Bill {
  serialNumber: string
  metadata: { timestamp: string; component: { name: string } }
  components: { 'bom-ref': string; type: string; name: string; version: string; purl: string }[]
}

/**
 * What the image is made of, in CycloneDX: the packages of npm, those that the build put into bundles included, and
 * those of Debian. The same packages give the same text.
 * @throws {Error} if npm can't list what is installed
 */
export function billOfMaterials(packages: readonly DebianPackage[], madeAt: Date): string {
  const words = ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev']
  const text = execFileSync('npm', words, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  const bill: Bill = JSON.parse(text)
  bill.metadata.timestamp = madeAt.toISOString()
  // npm takes the name of the folder.
  bill.metadata.component.name = 'bionic'
  for (const { name, version, architecture } of packages) {
    const purl = `pkg:deb/debian/${encodeURIComponent(name)}@${encodeURIComponent(version)}?arch=${architecture}`
    bill.components.push({ 'bom-ref': purl, type: 'library', name, version, purl })
  }
  bill.components.sort((one, other) => (one['bom-ref'] < other['bom-ref'] ? -1 : 1))
  bill.serialNumber = ''
  const hash = createHash('sha256').update(JSON.stringify(bill)).digest('hex')
  const groups = [hash.slice(0, 8), hash.slice(8, 12), `5${hash.slice(13, 16)}`, `8${hash.slice(17, 20)}`]
  bill.serialNumber = `urn:uuid:${[...groups, hash.slice(20, 32)].join('-')}`
  return `${JSON.stringify(bill, null, 2)}\n`
}
