import { signedVersionText, type VersionProof } from '../src/shared/agents/signed-version.ts'
import type { TestWallet } from './wallet.ts'
import { type SigningForm, withHeader } from './wallet.ts'

/** How a wallet signs a version of an agent, as `solana:signOffchainMessage` does by default. */
export function signVersion(
  wallet: TestWallet,
  of: { agent: string; version: string; place?: string; time?: Date },
  form: SigningForm = 'version-1',
): VersionProof {
  const { agent, version, place = 'http://localhost:3000', time = new Date() } = of
  const text = signedVersionText({ place, agent, version, time: time.toISOString() })
  const { signedMessage, signature } = wallet.prove(withHeader(form, Buffer.from(text), wallet.publicKey))
  return { signedMessage, signature }
}
