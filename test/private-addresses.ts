/** Addresses of this machine, of networks behind it, of clouds' own services, and of what is no host at all. */
export const privateIpv4 = [
  '127.0.0.1',
  '127.8.9.10',
  '0.0.0.0',
  '10.0.0.1',
  '10.255.255.254',
  '172.16.0.1',
  '172.31.255.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
]

export const privateIpv6 = [
  '::',
  '::1',
  '0:0:0:0:0:0:0:1',
  'fe80::1',
  'fc00::1',
  'fd00:ec2::254',
  'fec0::1',
  'ff02::1',
  '100::1',
  '100:0:0:1::1',
  '2001:db8::1',
  '3fff::1',
  '2001:0:4136:e378:8000:63bf:3fff:fdd2',
  '2001:10::1',
  '2001:20::1',
  '2001:2::1',
  '5f00::1',
  '4000::1',
]

const bytesOf = (address: string) => address.split('.').map(Number) as [number, number, number, number]
const hex = (number: number, digits = 0) => number.toString(16).padStart(digits, '0')
const octal = (number: number, digits = 0) => `0${number.toString(8).padStart(digits, '0')}`
const wide = (text: string) =>
  text.replaceAll(/[\da-z]/g, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0))
const encoded = (text: string) => text.replaceAll(/\d/g, (letter) => `%${hex(letter.codePointAt(0) ?? 0)}`)

/** The ways in which parsers write one IPv4 address, some of which only some of them read. */
export function spellingsOf(address: string): string[] {
  const [a, b, c, d] = bytesOf(address)
  const whole = ((a * 256 + b) * 256 + c) * 256 + d
  const quarters = `${hex(a * 256 + b)}:${hex(c * 256 + d)}`
  return [
    address,
    `${address}.`,
    `${whole}`,
    `0x${hex(whole)}`,
    `0X${hex(whole, 8).toUpperCase()}`,
    octal(whole, 11),
    [a, b, c, d].map((byte) => `0x${hex(byte)}`).join('.'),
    [a, b, c, d].map((byte) => octal(byte, 3)).join('.'),
    `0x${hex(a)}.${octal(b)}.${c}.0x${hex(d, 6)}`,
    `${a}.${(b * 256 + c) * 256 + d}`,
    `0x${hex(a)}.${octal((b * 256 + c) * 256 + d)}`,
    `${a}.${b}.${c * 256 + d}`,
    address.replaceAll('.', '。'),
    address.replaceAll('.', '｡'),
    wide(address),
    encoded(address),
    `[::ffff:${address}]`,
    `[::ffff:${quarters}]`,
    `[0:0:0:0:0:FFFF:${quarters}]`,
    `[::${address}]`,
    `[::ffff:0:${address}]`,
    `[64:ff9b::${address}]`,
    `[64:ff9b:1::${address}]`,
    `[2002:${quarters}::]`,
    `[2606:2800:21f::5efe:${address}]`,
    `[2606:2800:21f:0:200:5efe:${quarters}]`,
  ]
}
