import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { isGenuine } from '../../../docs/webhooks/verify.ts';
import { signedHeaders } from './sign.ts';

// The vectors that receivers test themselves with are true of what this service sends, and each verifier that the
// documentation hands out judges all of them rightly: in its own language, where that is on this machine.

const DOCS = fileURLToPath(new URL('../../../docs/', import.meta.url));
const VERIFIERS = path.join(DOCS, 'webhooks');
const VECTORS = path.join(VERIFIERS, 'vectors.json');
// A compiler that has never run here has its own library to compile first.
const RUN_MS = 180_000;

interface Vector {
  name: string;
  secret: string;
  body: string;
  header: string;
  now: number;
  genuine: boolean;
}

const { vectors } = JSON.parse(readFileSync(VECTORS, 'utf8')) as { vectors: Vector[] };
const folder = mkdtempSync(path.join(tmpdir(), 'fairway-vectors-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const PYTHON = `
import json, sys
sys.path.insert(0, sys.argv[1])
from verify import is_genuine
with open(sys.argv[2]) as file:
    vectors = json.load(file)["vectors"]
print(json.dumps([is_genuine(v["body"].encode(), v["header"], v["secret"], v["now"]) for v in vectors]))
`;

const PHP = `
require $argv[1] . '/verify.php';
$vectors = json_decode(file_get_contents($argv[2]), true)['vectors'];
$judge = fn ($v) => is_genuine($v['body'], $v['header'], $v['secret'], $v['now']);
echo json_encode(array_map($judge, $vectors));
`;

const GO = `package main

import (
	"encoding/json"
	"fmt"
	"os"
	"time"

	"vectors/webhooks"
)

func main() {
	text, err := os.ReadFile(os.Args[1])
	if err != nil {
		panic(err)
	}
	var file struct {
		Vectors []struct {
			Body, Header, Secret string
			Now                  int64
		}
	}
	if err := json.Unmarshal(text, &file); err != nil {
		panic(err)
	}
	verdicts := []bool{}
	for _, v := range file.Vectors {
		verdicts = append(verdicts, webhooks.IsGenuine([]byte(v.Body), v.Header, v.Secret, time.Unix(v.Now, 0)))
	}
	written, _ := json.Marshal(verdicts)
	fmt.Println(string(written))
}
`;

// A module of its own around the verifier, outside of the documentation.
function goModule(): string {
  mkdirSync(path.join(folder, 'webhooks'));
  cpSync(path.join(VERIFIERS, 'verify.go'), path.join(folder, 'webhooks/verify.go'));
  writeFileSync(path.join(folder, 'go.mod'), 'module vectors\n\ngo 1.20\n');
  writeFileSync(path.join(folder, 'main.go'), GO);
  return '.';
}

const LANGUAGES: readonly { name: string; command: string; probe: string; args: () => string[] }[] = [
  { name: 'Python', command: 'python3', probe: '--version', args: () => ['-Bc', PYTHON, VERIFIERS, VECTORS] },
  { name: 'Go', command: 'go', probe: 'version', args: () => ['run', goModule(), VECTORS] },
  { name: 'PHP', command: 'php', probe: '--version', args: () => ['-r', PHP, '--', VERIFIERS, VECTORS] },
];

const isPresent = (command: string, probe: string) => spawnSync(command, [probe]).status === 0;
const expected = vectors.map(({ name, genuine }) => [name, genuine]);

describe('the vectors', () => {
  test.each(vectors.filter(({ genuine }) => genuine))('$name: signed as this service signs', (vector) => {
    const seconds = Number(/^t=(\d+),/.exec(vector.header)![1]);
    const { 'Service-Signature': header } = signedHeaders(vector.secret, seconds, vector.body);
    expect(vector.header).toBe(header);
  });

  test('are of deliveries as they are documented, each under its own name', () => {
    const bodies = vectors.map(({ body }) => body);
    for (const type of ['payment.captured', 'checkout.session.created']) {
      expect(bodies).toContain(readFileSync(path.join(DOCS, `events/${type}.json`), 'utf8'));
    }
    expect(new Set(vectors.map(({ name }) => name)).size).toBe(vectors.length);
  });
});

describe('the verifier judges every vector rightly', () => {
  test('in TypeScript', () => {
    const judged = vectors.map(({ name, body, header, secret, now }) => {
      return [name, isGenuine(Buffer.from(body, 'utf8'), header, secret, now)];
    });
    expect(judged).toEqual(expected);
    expect(isGenuine(Buffer.from('{}'), undefined, 'whsec_any')).toBe(false);
  });

  describe.each(LANGUAGES)('in $name', ({ name, command, probe, args }) => {
    test.skipIf(!isPresent(command, probe))(
      `${command} runs it (skipped where there is no ${name})`,
      () => {
        const env = { ...process.env, GOFLAGS: '-mod=mod', GOPROXY: 'off', GOTOOLCHAIN: 'local' };
        const run = spawnSync(command, args(), { cwd: folder, encoding: 'utf8', timeout: RUN_MS, env });
        expect({ status: run.status, stderr: run.stderr }).toEqual({ status: 0, stderr: '' });
        const verdicts = JSON.parse(run.stdout) as boolean[];
        expect(vectors.map((vector, index) => [vector.name, verdicts[index]])).toEqual(expected);
      },
      RUN_MS,
    );
  });
});
