const signingDomain = Buffer.from('\xffsolana offchain', 'latin1')

const VERSION_AT = signingDomain.length
/** Restricted ASCII, short and long UTF-8. The text is checked later, and more strictly. */
const LAST_FORMAT = 2

/** Removes what hardware and some mobile wallets add. Null: an unknown layout, a wrong length, or another signer. */
export function stripOffchainHeader(signed: Uint8Array, signer: Uint8Array): Uint8Array | null {
  const bytes = Buffer.from(signed.buffer, signed.byteOffset, signed.byteLength)
  if (!bytes.subarray(0, VERSION_AT).equals(signingDomain)) return signed
  const rest = bytes.subarray(VERSION_AT + 1)
  switch (bytes[VERSION_AT]) {
    case 0:
      return afterLength(rest) ?? afterLength(withoutApplication(rest, signer))
    case 1:
      return withoutSigner(rest, signer)
    default:
      return null
  }
}

/** Format (1 byte), length of the text (2 bytes, little-endian), text: the end of both layouts of version 0. */
function afterLength(bytes: Buffer | null): Buffer | null {
  if (!bytes || bytes.length < 3 || bytes.readUInt8(0) > LAST_FORMAT) return null
  return bytes.readUInt16LE(1) === bytes.length - 3 ? bytes.subarray(3) : null
}

/** The specified layout has the application's domain (32 bytes) before the format, and the signers after it. */
function withoutApplication(bytes: Buffer, signer: Uint8Array): Buffer | null {
  const afterSigner = withoutSigner(bytes.subarray(33), signer)
  return afterSigner && Buffer.concat([bytes.subarray(32, 33), afterSigner])
}

/** The number of signers (1 byte, must be one), and the signer's key. */
function withoutSigner(bytes: Buffer, signer: Uint8Array): Buffer | null {
  return bytes[0] === 1 && bytes.subarray(1, 33).equals(signer) ? bytes.subarray(33) : null
}
