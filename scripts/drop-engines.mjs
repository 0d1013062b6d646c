import { readFileSync, writeFileSync } from 'node:fs'

/**
 * npm compares the `engines` of packages with the Node that it runs on itself, warns about each that requires a newer
 * one, and silently leaves out optional ones. Here packages run on the Node of the install. So this removes `engines`
 * from the lock file of the folder that it is called in; npm calls it whenever it has changed what is installed there.
 */
const path = 'package-lock.json'
const text = readFileSync(path, 'utf8')
const lock = JSON.parse(text)
for (const [name, about] of Object.entries(lock.packages)) if (name !== '') delete about.engines
const without = `${JSON.stringify(lock, null, 2)}\n`
if (without !== text) writeFileSync(path, without)
