/* SSRF attacks through external URLs, and pages that try to exhaust the server. */
import { createServer, type Server } from "node:net";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startWeb, type WebServer } from "#test/web-server.ts";
import { createSafeFetch, type SafeFetchOptions } from "./safe-fetch.ts";

const asked = (more: Partial<{ maxBytes: number; totalMs: number }> = {}) => ({
  accept: ["text/html"],
  maxBytes: 1_000_000,
  signal: new AbortController().signal,
  ...more,
});
/** As in the running server, except that DNS answers are supplied here. */
const guarded = (answers: string[] = [], options: Partial<SafeFetchOptions> = {}) =>
  createSafeFetch({ userAgent: "Stet/test", resolve: () => Promise.resolve(answers), ...options });

describe("E01: no connection is made to the inside", () => {
  /** Counts every connection, whatever it requests. */
  let inside: Server;
  let connections = 0;
  beforeAll(async () => {
    inside = createServer((socket) => {
      connections++;
      socket.destroy();
    }).listen(0, "127.0.0.1");
    await once(inside, "listening");
  });
  afterAll(() => void inside.close());
  const port = () => (inside.address() as AddressInfo).port;

  test.each([
    "http://127.0.0.1/",
    "http://2130706433/",
    "http://0x7f000001/",
    "http://0177.0.0.1/",
    "http://127.1/",
    "http://0/",
    "http://[::1]/",
    "http://[::]/",
    "http://[::127.0.0.1]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[::ffff:7f00:1]/",
    "http://[64:ff9b::7f00:1]/",
    "http://[64:ff9b:1::a00:1]/",
    "http://[2002:7f00:1::]/",
    "http://[2001:0:7f00:1::]/",
    "http://[fc00::1]/",
    "http://[fd00:ec2::254]/",
    "http://[fe80::1]/",
    "http://[fec0::1]/",
    "http://[ff02::1]/",
    "http://10.0.0.8/",
    "http://172.16.3.4/",
    "http://192.168.1.1/",
    "http://100.64.0.1/",
    "http://169.254.169.254/latest/meta-data/",
    "http://198.18.0.1/",
    "http://192.0.2.1/",
    "http://224.0.0.1/",
    "http://255.255.255.255/",
    "http://①②⑦.⓪.⓪.①/",
  ])("%s", async (url) => {
    await expect(guarded([])(url, asked())).rejects.toThrow("This address is not on the public web.");
  });

  test.each([
    ["file:///etc/passwd", /http and https/],
    ["ftp://example.org/", /http and https/],
    ["gopher://127.0.0.1:25/", /http and https/],
    ["data:text/html,hi", /http and https/],
    ["http://user:password@example.org/", /name or password/],
    ["http://example.org@127.0.0.1/", /name or password/],
    ["no address", /no address/],
    [`http://example.org/${"a".repeat(3_000)}`, /no address/],
  ])("%s is not even looked up", async (url, sentence) => {
    const fetch = guarded([], { resolve: () => Promise.reject(new Error("was looked up")) });
    await expect(fetch(url, asked())).rejects.toThrow(sentence);
  });

  test.each([
    ["a name that leads inside", ["10.0.0.1"]],
    ["a name with one foot inside", ["93.184.216.34", "127.0.0.1"]],
    ["a name with one foot inside by IPv6", ["93.184.216.34", "::ffff:10.0.0.1"]],
    ["a name that leads nowhere", []],
  ])("%s", async (_, answers) => {
    await expect(guarded(answers)("http://rebind.example/", asked())).rejects.toThrow("not on the public web");
  });

  test("another port of a public address", async () => {
    for (const url of ["http://93.184.216.34:22/", "http://93.184.216.34:8080/", "https://[2606:4700::1111]:6379/"])
      await expect(guarded()(url, asked())).rejects.toThrow("not on the public web");
  });

  test("a name that answers differently the second time: it is asked once, and the checked address is the one connected to", async () => {
    const web = await startWeb({ "/": "<p>the checked one</p>" });
    let lookUps = 0;
    const fetch = createSafeFetch({
      userAgent: "Stet/test",
      // The first DNS answer is fine; a second lookup would lead elsewhere.
      resolve: () => Promise.resolve(++lookUps === 1 ? ["127.0.0.1"] : ["127.0.0.2"]),
      mayReach: (address) => address === "127.0.0.1",
    });
    const { bytes } = await fetch(`http://rebind.example:${web.port}/`, asked());
    expect(bytes.toString()).toContain("the checked one");
    expect(lookUps).toBe(1);
    await web.close();
  });

  test("a redirect to the inside, by address, by name and by another scheme", async () => {
    const web = await startWeb({
      "/address": (_, response) => response.writeHead(302, { location: `http://127.0.0.1:${port()}/admin` }).end(),
      "/name": (_, response) => response.writeHead(301, { location: `http://inside.example:${port()}/` }).end(),
      "/file": (_, response) => response.writeHead(307, { location: "file:///etc/passwd" }).end(),
      "/credentials": (_, response) => response.writeHead(302, { location: "http://a:b@www.pages.example/" }).end(),
    });
    for (const path of ["/address", "/name"])
      await expect(web.fetch(web.page(path), asked())).rejects.toThrow("not on the public web");
    await expect(web.fetch(web.page("/file"), asked())).rejects.toThrow("Only http and https");
    await expect(web.fetch(web.page("/credentials"), asked())).rejects.toThrow("name or password");
    await web.close();
  });

  test("and no one has connected", () => {
    expect(connections).toBe(0);
  });
});

describe("E02: pages that never end", () => {
  const plainEnd = (type: string, body: Buffer | string, headers = {}) =>
    ((_request, response) => response.writeHead(200, { "content-type": type, ...headers }).end(body)) as Parameters<
      typeof startWeb
    >[0][string];
  let web: WebServer;
  beforeAll(async () => {
    web = await startWeb({
      "/page": "<p>fine</p>",
      "/zipped": plainEnd("text/html", gzipSync("<p>fine and packed</p>"), { "content-encoding": "gzip" }),
      "/endless": (_, response) => {
        response.writeHead(200, { "content-type": "text/html" });
        const more = () => {
          while (!response.destroyed && response.write("x".repeat(65_536)));
        };
        response.on("drain", more);
        more();
      },
      "/bomb": plainEnd("text/html", gzipSync(Buffer.alloc(60_000_000)), { "content-encoding": "gzip" }),
      "/twice": plainEnd("text/html", gzipSync(gzipSync("x")), { "content-encoding": "gzip, gzip" }),
      "/not-gzip": plainEnd("text/html", "plain", { "content-encoding": "gzip" }),
      "/large": plainEnd("text/html", "x", { "content-length": "999999999" }),
      "/film": plainEnd("video/mp4", "x"),
      "/drip": (_, response) => {
        response.writeHead(200, { "content-type": "text/html" });
        const drip = setInterval(() => response.write("x"), 20);
        response.on("close", () => clearInterval(drip));
      },
      "/silent": () => undefined,
      "/round": (_, response) => response.writeHead(302, { location: "/round" }).end(),
      ...Object.fromEntries(
        Array.from({ length: 21 }, (__, at) => [
          `/step${at}`,
          (_: unknown, response: { writeHead(status: number, headers: object): { end(): void } }) =>
            response.writeHead(302, { location: at === 20 ? "/page" : `/step${at + 1}` }).end(),
        ]),
      ),
    });
  });
  afterAll(() => web.close());

  test("what is fine comes, unpacked, with the name of its reader and nothing of the person", async () => {
    expect((await web.fetch(web.page("/page"), asked())).bytes.toString()).toBe("<p>fine</p>");
    expect((await web.fetch(web.page("/zipped"), asked())).bytes.toString()).toBe("<p>fine and packed</p>");
    const { headers } = web.requests.at(-1)!;
    expect(headers["user-agent"]).toBe("Stet/test");
    for (const name of ["cookie", "referer", "authorization", "x-forwarded-for"]) expect(headers[name]).toBeUndefined();
  });

  test.each([
    ["/endless", /larger/],
    ["/bomb", /larger/],
    ["/large", /larger/],
    ["/film", /not a kind of page/],
    ["/twice", /form that Stet does not read/],
    ["/not-gzip", /could not be reached/],
    ["/nothing", /answered 404/],
    ["/round", /more than 5 times/],
    ["/step0", /more than 5 times/],
  ])("%s is cut", async (path, sentence) => {
    await expect(web.fetch(web.page(path), asked())).rejects.toThrow(sentence);
  });

  test("five redirects are followed, and a page that drips is given up in time", async () => {
    expect((await web.fetch(web.page("/step16"), asked())).url).toBe(web.page("/page"));
    await expect(web.fetch(web.page("/drip"), asked({ totalMs: 300 }))).rejects.toThrow("took too long");
  });

  test("a server that says nothing, and one that is not there", async () => {
    const options = {
      userAgent: "Stet/test",
      resolve: () => Promise.resolve(["127.0.0.1"]),
      mayReach: () => true,
      firstByteMs: 100,
    };
    await expect(createSafeFetch(options)(web.page("/silent"), asked())).rejects.toThrow("silent for too long");
    await expect(createSafeFetch(options)("http://gone.example:1/", asked())).rejects.toThrow("could not be reached");
  });
});
