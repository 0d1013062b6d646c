import { expect, test } from 'vitest'
import { archiveFolders } from './archive-folders.ts'

const files = archiveFolders.flatMap((folder) => folder.files)

// §2.124, §9.16
test('the archives are the four folders of the specification, of four files each', () => {
  expect(archiveFolders.map((folder) => folder.name)).toEqual([
    'Neural Architecture',
    'Quantum Processing',
    'Cognitive Engine',
    'Security Protocols',
  ])
  for (const folder of archiveFolders) expect(folder.files, folder.name).toHaveLength(4)
})

// §2.126
test('each file has a name of its own, a type, a size and a description', () => {
  expect(new Set(files.map((file) => file.name)).size).toBe(files.length)
  for (const file of files) {
    expect(file.type, file.name).not.toBe('')
    expect(file.size, file.name).toMatch(/^\d+(\.\d+)? (B|KB|MB|GB)$/)
    expect(file.description.length, file.name).toBeGreaterThan(60)
  }
})

test('active, locked and corrupted files are among them, and others', () => {
  const known = ['ACTIVE', 'LOCKED', 'CORRUPTED']
  const statuses = files.map((file) => file.status)
  for (const status of known) expect(statuses).toContain(status)
  expect(statuses.some((status) => !known.includes(status))).toBe(true)
})
