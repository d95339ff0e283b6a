import { describe, expect, test } from 'vitest'
import { parseHost } from './host.ts'

describe('the address of a server', () => {
  test.each([
    ['', 'http://127.0.0.1:11434'],
    ['  ', 'http://127.0.0.1:11434'],
    ['localhost', 'http://localhost:11434'],
    ['gpu-box', 'http://gpu-box:11434'],
    ['gpu-box/', 'http://gpu-box:11434'],
    ['gpu-box:8080', 'http://gpu-box:8080'],
    ['gpu-box:', 'http://gpu-box:11434'],
    ['gpu-box:80', 'http://gpu-box'],
    [':8080', 'http://127.0.0.1:8080'],
    [':8080/ollama', 'http://127.0.0.1:8080/ollama'],
    ['127.0.0.1', 'http://127.0.0.1:11434'],
    ['0.0.0.0', 'http://127.0.0.1:11434'],
    ['0.0.0.0:8080', 'http://127.0.0.1:8080'],
    ['http://0.0.0.0:11434', 'http://127.0.0.1:11434'],
    ['0:8080', 'http://127.0.0.1:8080'],
    ['::1', 'http://[::1]:11434'],
    ['[::1]', 'http://[::1]:11434'],
    ['[::1]:8080', 'http://[::1]:8080'],
    ['::', 'http://[::1]:11434'],
    ['[::]:8080', 'http://[::1]:8080'],
    ['2001:db8::7', 'http://[2001:db8::7]:11434'],
    ['http://[2001:db8::7]:8080', 'http://[2001:db8::7]:8080'],
    ['http://gpu-box', 'http://gpu-box'],
    ['http://gpu-box:11434', 'http://gpu-box:11434'],
    ['HTTP://GPU-Box:11434/', 'http://gpu-box:11434'],
    ['https://gpu-box', 'https://gpu-box'],
    ['https://gpu-box:8443/', 'https://gpu-box:8443'],
    ['http://gpu-box:11434///', 'http://gpu-box:11434'],
    ['https://proxy.example/ollama/', 'https://proxy.example/ollama'],
    ['proxy.example/ollama', 'http://proxy.example:11434/ollama'],
    ['http://localhost:11434/api', 'http://localhost:11434'],
    ['http://localhost:11434/api/chat', 'http://localhost:11434'],
    ['http://localhost:11434/v1/', 'http://localhost:11434'],
    ['https://proxy.example/ollama/api/', 'https://proxy.example/ollama'],
    ['ollama.com', 'https://ollama.com'],
    ['https://ollama.com', 'https://ollama.com'],
    ['"gpu-box:8080"', 'http://gpu-box:8080'],
    [" 'http://gpu-box:8080' ", 'http://gpu-box:8080'],
    ['user:pass@gpu-box', 'http://gpu-box:11434'],
    ['user:pass@gpu-box:8080', 'http://gpu-box:8080'],
    ['https://user:p%40ss@gpu-box', 'https://gpu-box'],
    ['http://user@0.0.0.0', 'http://127.0.0.1'],
    ['user@:8080', 'http://127.0.0.1:8080'],
  ])('"%s" is %s', (text, href) => {
    expect(parseHost(text, 'OLLAMA_HOST').href).toBe(href)
  })

  test.each([
    '11434',
    'ftp://gpu-box',
    'unix:///run/ollama.sock',
    'gpu-box:99999',
    'gpu box',
    'http://',
    'http://a:b:c',
    'gpu-box?token=abc',
    'gpu-box/#x',
    '[::1',
  ])('"%s" is refused, naming where it came from', (text) => {
    expect(() => parseHost(text, 'OLLAMA_HOST')).toThrow(
      expect.objectContaining({ kind: 'config', message: expect.stringContaining('OLLAMA_HOST') }),
    )
  })

  test('credentials become a header, and every form of them is a secret', () => {
    const { authorization, secrets, href } = parseHost('https://user:p%40ss@gpu-box', 'host')
    expect(authorization).toBe(`Basic ${Buffer.from('user:p@ss').toString('base64')}`)
    expect(secrets).toEqual(expect.arrayContaining(['user', 'p%40ss', 'p@ss']))
    expect(href).not.toContain('user')
  })

  test('a long run of slashes is read in linear time', () => {
    expect(parseHost(`gpu-box${'/'.repeat(200_000)}`, 'host').href).toBe('http://gpu-box:11434')
  })
})
