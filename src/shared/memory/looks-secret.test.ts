import { expect, test } from 'vitest'
import { looksSecret } from './looks-secret.ts'

const key = (...parts: readonly string[]) => parts.join('')

test.each([
  ['a key of a model provider', `My key is ${key('sk-', 'proj-4fGh82kLmNoPqRsTuVwX')}`],
  ['a key of a payment provider', key('sk_', 'live_51HxYzAbCdEfGhIjKl')],
  ['a token of a code host', `use ${key('ghp_', '16C7e42F292c6912E7710c838347Ae178B4a')} for it`],
  ['a fine-grained token', key('github_', 'pat_11ABCDEFG0abcdefghijkl_mnop')],
  ['an access key of a cloud', key('AKIA', 'IOSFODNN7EXAMPLE')],
  ['its secret', key('wJalrXUtnFEMI', '/K7MDENG/bPxRfiCYEXAMPLEKEY')],
  ['a token of a chat', key('xoxb-', '2048-abcdefghijklmnop')],
  ['a signed token', key('eyJhbGciOiJIUzI1NiJ9', '.eyJzdWIiOiIxIn0.abc')],
  ['a private key', key('-----BEGIN RSA', ' PRIVATE KEY----- MIIEow')],
  [
    'a private key of a wallet, in hexadecimal',
    `0x${'4c0883a69102937d6231471b5dbb6204fe512961708279f1d'.padEnd(64, '3a')}`,
  ],
  ['a seed of one-time codes', 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'],
  ['a seed phrase', 'legal winner thank year wave sausage worth useful legal winner thank yellow'],
  ['a password in English', 'My password is hunter2'],
  ['a password that is a word', 'The password for the archive is swordfish.'],
  ['a password in quotes', 'password: "open sesame"'],
  ['a PIN', 'My PIN is 4821'],
  ['a code of a door', 'The door code is 2580#'],
  ['a token after a colon', 'token: a8f9-33'],
  ['a password in German', 'Mein Passwort lautet Sommer2024!'],
  ['a PIN in German', 'Meine PIN ist 1234'],
  ['a password in Spanish', 'Mi contraseña es mariposa'],
  ['a password in French', 'Mon mot de passe est soleil75'],
  ['a password in Portuguese', 'A minha senha é lua-cheia9'],
  ['a password in Russian', 'Мой пароль — снежинка7'],
  ['a password in Chinese', '我的密码是abc12345'],
  ['a password in Japanese', 'パスワードはsakura88です'],
  ['a password in Korean', '내 비밀번호는 hello2024'],
  ['a password in Hebrew', 'הסיסמה: shalom1, סיסמה: shalom1'],
])('refused: %s', (_, text) => {
  expect(looksSecret(text)).toBe(true)
})

test.each([
  ['a name and a birthday', 'My name is Ada, and I was born on 10 December 1815.'],
  ['an address', 'I live at 221B Baker Street, London NW1 6XE.'],
  ['an address in German', 'Ich wohne in der Friedrichstraße 43-45, 10117 Berlin.'],
  ['a phone number', 'Call me at +49 (0)151 2345-6789 or +441632960961.'],
  ['a mail address', 'I write from firstname.lastname1985@mail.subdomain.example.com'],
  ['the address of a page', 'My page is https://example.com/a1B2c3D4e5F6g7H8i9J0/index.html?v=20240131'],
  [
    'the address of a page without its protocol',
    'See www.example.com/2024/01/31/notes2024a and docs.example.org/a1b2c3d4e5f6g7',
  ],
  [
    'a long word in German',
    'Ich arbeite bei der Donaudampfschifffahrtsgesellschaft und im Skandinavistikseminar.',
  ],
  ['a long word with a year', 'I was at the Donaudampfschifffahrtsgesellschaft2024 meeting.'],
  ['a word that begins as a key does', 'Ich mag skandinavischen und pkwfreundlichen Urlaub.'],
  ['a long word in Finnish', 'Olen lentokonesuihkuturbiinimoottoriapumekaanikko.'],
  ['the address of a wallet', 'My wallet is 7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV.'],
  ['an address on another chain', 'I use 0x71C7656EC7ab88b098defB751B7401B5f6d8976F there.'],
  ['the name of a file', 'The photo is IMG_20240131_123456_HDR.jpg.'],
  ['the name of a player', 'I play as xX_Dragon_Slayer_99_Xx.'],
  ['a manager of passwords', 'My password manager is on my phone, and I change passwords often.'],
  ['a password that is not told', 'My password is too hard to remember.'],
  ['something secret', 'My secret is that I love opera.'],
  ['a token of something', 'The ring is a token of friendship.'],
  ['a postal code', 'My zip code is 90210 and the area code is 030.'],
  ['a key of music', 'My favourite key is B flat major.'],
  ['a passage in Russian', 'Я забыл пароль и поменял телефон.'],
  ['a passage in Chinese', '我忘记了密码，我喜欢喝茶。'],
  ['the id of an order', 'My order is 3f0e6a1c-8f2b-4b57-9d7e-2a5c1c6b9e01.'],
  ['a time', 'We meet at 2024-01-31T12:34:56.789Z.'],
  [
    'a sentence of small words',
    'every morning before work they walk along the river and then drink green tea with honey together',
  ],
  ['numbers', 'I am 1.85 m tall, weigh 78 kg, and earn 3,500 a month.'],
])('kept: %s', (_, text) => {
  expect(looksSecret(text)).toBe(false)
})
