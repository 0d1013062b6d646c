import { readFileSync, writeFileSync } from 'node:fs'

/**
 * npm compares what packages say of Node with the one that it runs on itself, warns of each that wants a newer one, and
 * leaves optional ones out without a word. What they run on here is the Node that comes with the install. So the lock file
 * says nothing of it; npm calls this whenever it has changed what is installed.
 */
const path = new URL('../package-lock.json', import.meta.url)
const text = readFileSync(path, 'utf8')
const lock = JSON.parse(text)
for (const [name, about] of Object.entries(lock.packages)) if (name !== '') delete about.engines
const without = `${JSON.stringify(lock, null, 2)}\n`
if (without !== text) writeFileSync(path, without)
