import type { ReactNode } from 'react'

/** What people read when a program asks to use agents in their name. */

// The screen

export const notLoaded = 'This request could not be loaded'
export const loading = 'Loading'

// A request that is refused

export const faultyTitle = (name: string) => `The request of ${name} has a mistake in it`
export const goBack = 'Go back'
export const faultyText = (site: string, message: string) =>
  `It was given no access. Whoever runs ${site} can mend it: ${message}`
export const untrustedTitle = 'This request can’t be trusted'
export const untrustedText = (message: string) => `Nobody was given access. ${message}`
export const home = 'Home'

// Consent

export const question = (name: string) => `Let ${name} use agents as you?`
export const whoAsks = (name: string) =>
  `A program that calls itself “${name}” asks for access. If you allow it, the access goes to`
export const localWarning =
  'That is a program on this device. Allow it only if you have just started it yourself.'
export const siteWarning =
  'Allow it only if you know this site and have just come from it. Any program can call itself anything.'
export const may = 'It will be able to'
export const mayNot = 'It will not be able to'
export const allowed = [
  'talk to every agent that you can talk to, your hidden ones included',
  'continue the conversations that it started',
  'use your limits while it does so',
]
export const forbidden = [
  'read your other conversations',
  'make, change or delete anything of yours',
  'sign anything, or move what your wallet holds',
]
export const settings = 'settings'
export const revocable = (days: number, link: ReactNode) => (
  <>
    The access ends after {days} days. You can end it earlier: it is among the API keys in your {link}.
  </>
)
export const notGiven = 'It was given no access'
export const given = 'It can use agents as you now'
export const backTo = (name: string) => `Go back to ${name}`
export const waiting = 'Waiting for the wallet'
export const signAs = (address: string) => `Sign as ${address}`
export const connect = 'Connect wallet'
export const signIn = 'Sign in'
export const refuse = 'Refuse'
export const notSigned = 'Your wallet did not sign. You can ask it again.'
