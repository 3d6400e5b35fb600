import { expect, test } from "vitest";
import { rssFeed, sitemap, sitePaths } from "./feed.ts";
import { posts } from "./posts.ts";

test("the feed has every post, with an address and a date that exists", () => {
  const feed = rssFeed("https://stet.example");
  for (const { slug, date } of posts) {
    expect(feed).toContain(`<link>https://stet.example/blog/${slug}</link>`);
    expect(Number.isNaN(Date.parse(date))).toBe(false);
  }
  expect(feed).not.toContain("Invalid");
});

test("posts stand newest first", () => {
  const dates = posts.map(({ date }) => date);
  expect(dates).toEqual(dates.toSorted().reverse());
});

test("the sitemap names every page once", () => {
  expect(new Set(sitePaths).size).toBe(sitePaths.length);
  for (const path of sitePaths) expect(sitemap("https://stet.example")).toContain(`<loc>https://stet.example${path}</loc>`);
});
