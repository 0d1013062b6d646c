import { registerHooks } from 'node:module'

/**
 * Tells Node what kind of module a file of drizzle-orm is that another one of its files imports. Node would read that
 * from the package's `package.json` and parse all of it, 179 KB, for each of the hundred files: nine tenths of what
 * importing the package costs.
 */
const registered = Symbol.for('bionic: quick imports')

// Vitest runs this once for each test file, in a process that many of them share.
if (!Reflect.has(globalThis, registered)) {
  Reflect.set(globalThis, registered, true)
  registerHooks({
    resolve(specifier, context, next) {
      const { parentURL } = context
      const isOwn = /^\.{1,2}\/.*\.js$/.test(specifier) && parentURL?.includes('/node_modules/drizzle-orm/')
      if (!isOwn) return next(specifier, context)
      return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true }
    },
  })
}
